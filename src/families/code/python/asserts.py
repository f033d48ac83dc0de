# Reads assert statements: which call they make, and how its result is compared with what.
import ast as _ast
import builtins as _builtin_names

_KNOWN_NAMES = {'inf', 'nan', 'math', 'sys', 'collections', 'datetime', 'decimal', 'fractions'} | set(dir(_builtin_names))


class NotReadable(Exception):
    """The assert is of no form that can be turned into a call and an expected value."""


def read_assert(source, functions):
    """An assert on a call of one of `functions`, as `{function, arguments, form, expected, tolerance}`.

    Forms: `exact` (f(…) == value), `set` (set(f(…)) == set(value)), `unordered` (sorted(f(…)) == …), `close`
    (math.isclose(f(…), value, rel_tol=…)), `atol` (abs(f(…) - value) < …), `truthy` (f(…), not f(…)).
    """
    try:
        body = _ast.parse(source.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise NotReadable('it does not parse') from error
    if len(body) != 1 or not isinstance(body[0], _ast.Assert):
        raise NotReadable('it is not one assert statement')
    test = body[0].test
    found = (
        _comparison(test, functions) or _close(test, functions) or _distance(test, functions) or _condition(test, functions)
    )
    if found is None:
        raise NotReadable('it is not a call of the function compared with a value')
    call, form, expected, tolerance = found
    if call.keywords or any(isinstance(argument, _ast.Starred) for argument in call.args):
        raise NotReadable('the call passes arguments by name')
    for part in [*call.args, *([expected] if expected is not None else [])]:
        for node in _ast.walk(part):
            if isinstance(node, _ast.Name) and node.id not in _KNOWN_NAMES:
                raise NotReadable(f'its values are made with {node.id}, which the program would have to define')
    arguments = ', '.join(_ast.unparse(argument) for argument in call.args)
    return {
        'function': call.func.id,
        'arguments': f'({arguments},)' if len(call.args) == 1 else f'({arguments})',
        'form': form,
        'expected': None if expected is None else _ast.unparse(expected),
        'tolerance': tolerance,
    }


def _is_call(node, functions):
    return isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name) and node.func.id in functions


def _wrapped(node, wrapper):
    """The argument of `wrapper(argument)`."""
    if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name) and node.func.id == wrapper and len(node.args) == 1:
        return node.args[0]
    return None


def _comparison(test, functions):
    if not isinstance(test, _ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], (_ast.Eq, _ast.Is)):
        return None
    for left, right in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
        if _is_call(left, functions):
            return left, 'exact', right, None
        for wrapper, form in (('set', 'set'), ('sorted', 'unordered')):
            inner = _wrapped(left, wrapper)
            if inner is not None and _is_call(inner, functions):
                unwrapped = _wrapped(right, wrapper)
                return inner, form, right if unwrapped is None else unwrapped, None
    return None


def _close(test, functions):
    if not isinstance(test, _ast.Call) or not isinstance(test.func, _ast.Attribute) or test.func.attr != 'isclose':
        return None
    if len(test.args) != 2 or not _is_call(test.args[0], functions):
        return None
    for keyword in test.keywords:
        if keyword.arg == 'rel_tol' and isinstance(keyword.value, _ast.Constant):
            return test.args[0], 'close', test.args[1], keyword.value.value
        return None
    return test.args[0], 'close', test.args[1], 1e-9


def _distance(test, functions):
    if not isinstance(test, _ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], (_ast.Lt, _ast.LtE)):
        return None
    difference = _wrapped(test.left, 'abs')
    limit = test.comparators[0]
    if not isinstance(difference, _ast.BinOp) or not isinstance(difference.op, _ast.Sub) or not isinstance(limit, _ast.Constant):
        return None
    if not _is_call(difference.left, functions):
        return None
    return difference.left, 'atol', difference.right, limit.value


def _condition(test, functions):
    if _is_call(test, functions):
        return test, 'truthy', _ast.Constant(True), None
    if isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Not) and _is_call(test.operand, functions):
        return test.operand, 'truthy', _ast.Constant(False), None
    return None


def defined_functions(source):
    """The names that a program's top level defines as functions, classes or by assignment."""
    names = set()
    for node in _ast.parse(source).body:
        if isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, _ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, _ast.Name))
    return names
