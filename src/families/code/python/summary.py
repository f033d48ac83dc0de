# What a program's text shows, as plain data: the static half of the facts. Works on the parse tree only, without recursion.
import builtins as _known_builtins

_OPERATORS = {
    'Eq': '==', 'NotEq': '!=', 'Lt': '<', 'LtE': '<=', 'Gt': '>', 'GtE': '>=', 'In': 'in', 'NotIn': 'not in', 'Is': 'is',
    'IsNot': 'is not', 'Add': '+', 'Sub': '-', 'Mult': '*', 'Div': '/', 'FloorDiv': '//', 'Mod': '%', 'Pow': '**',
    'BitAnd': '&', 'BitOr': '|', 'BitXor': '^', 'LShift': '<<', 'RShift': '>>', 'MatMult': '@',
    'And': 'and', 'Or': 'or', 'Not': 'not', 'USub': 'minus', 'UAdd': 'plus', 'Invert': '~',
}
_MUTATORS = {
    'append', 'extend', 'insert', 'remove', 'pop', 'clear', 'sort', 'reverse', 'update', 'setdefault', 'popitem', 'add',
    'discard', 'difference_update', 'intersection_update', 'symmetric_difference_update', 'appendleft', 'popleft',
}
# Calls that change nothing, so that a test made of them changes only with its names.
_PURE = {'len', 'abs', 'min', 'max', 'sum', 'int', 'float', 'str', 'bool', 'ord', 'isinstance', 'any', 'all', 'round', 'sorted', 'isdigit', 'isalpha'}
_FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef)
_SCOPES = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda, _ast.ClassDef)


def walk(node):
    """All nodes of a tree, like `ast.walk` but without the contexts of names, and several times as fast."""
    found = [node]
    for current in found:
        for field in current._fields:
            if field != 'ctx':
                value = getattr(current, field, None)
                if isinstance(value, _ast.AST):
                    found.append(value)
                elif type(value) is list:
                    found.extend([item for item in value if isinstance(item, _ast.AST)])
    return found


def summarise(tree, entry_point):
    """The facts `functions`, `imports`, `undefined` and, of the function behind the entry point, `entry`."""
    everything = walk(tree)
    functions = [node for node in everything if isinstance(node, _FUNCTIONS)]
    top = {node.name: node for node in tree.body if isinstance(node, _FUNCTIONS)}
    entry = top.get(entry_point)
    return {
        'functions': [_signature(node) for node in functions[:12]],
        'imports': sorted(_imports(everything))[:20],
        'undefined': sorted(_undefined(everything))[:20],
        'entry': None if entry is None else describe_function(entry, top),
    }


def _signature(function):
    arguments = function.args
    positional = [argument.arg for argument in arguments.posonlyargs + arguments.args]
    return {
        'name': function.name[:80],
        'line': function.lineno,
        'parameters': [name[:80] for name in positional[:20]],
        'required': len(positional) - len(arguments.defaults),
        'variadic': arguments.vararg is not None,
    }


def describe_function(function, top):
    """What one function is made of; functions that it defines inside are part of it, except for its returns."""
    nodes = walk(function)
    own = list(_own_nodes(function))
    returns = [node for node in own if isinstance(node, _ast.Return)]
    values = [node for node in returns if node.value is not None and not _is_none(node.value)]
    calls = [node for node in nodes if isinstance(node, _ast.Call)]
    named = [name for name in (_called(node) for node in calls) if name is not None]
    parameters = [argument.arg for argument in function.args.posonlyargs + function.args.args + function.args.kwonlyargs]
    read = {node.id for node in nodes if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Load)}
    whiles = [node for node in nodes if isinstance(node, _ast.While)]
    return {
        **_signature(function),
        'lines': (function.end_lineno or function.lineno) - function.lineno + 1,
        'returns': len(values),
        'emptyReturns': len(returns) - len(values),
        'fallsThrough': _falls_through(function.body),
        'yields': sum(isinstance(node, (_ast.Yield, _ast.YieldFrom)) for node in own),
        'prints': named.count('print'),
        'reads': named.count('input'),
        'forLoops': sum(isinstance(node, (_ast.For, _ast.AsyncFor)) for node in nodes),
        'whileLoops': [_while_facts(node) for node in whiles[:8]],
        'comprehensions': sum(isinstance(node, (_ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)) for node in nodes),
        'branches': sum(isinstance(node, (_ast.If, _ast.IfExp)) for node in nodes),
        'guards': [_text(node.test) for node in function.body if _is_guard(node)][:8],
        'tries': sum(isinstance(node, _ast.Try) for node in nodes),
        'operators': _counted(_OPERATORS[name] for name in map(_operator, nodes) if name is not None),
        'comparisons': [_text(node) for node in nodes if isinstance(node, _ast.Compare)][:12],
        'numbers': _constants(nodes, (int, float, complex)),
        'texts': _constants(nodes, (str,)),
        'calls': _counted(name[:60] for name in named),
        **recursion_of(function, nodes, top),
        'unreadParameters': [name for name in parameters if name not in read and name not in ('self', '_')][:10],
        'risks': _risks(nodes, set(parameters)),
        'changes': sorted(_changed(nodes, set(parameters)))[:10],
    }


def _own_nodes(function):
    """The nodes of a function without those of functions, lambdas and classes inside it."""
    waiting = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting.extend(_ast.iter_child_nodes(node))


def _is_none(node):
    return isinstance(node, _ast.Constant) and node.value is None


def _text(node):
    try:
        return _ast.unparse(node)[:100]
    except RecursionError:
        return '(too deep to show)'


def _called(call):
    if isinstance(call.func, _ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, _ast.Attribute) else None


def _operator(node):
    name = type(node).__name__
    return name if name in _OPERATORS else None


def _counted(names):
    counts = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:40])


def _constants(nodes, kinds):
    found = []
    for node in nodes:
        if isinstance(node, _ast.Constant) and type(node.value) in kinds:
            try:
                text = repr(node.value)[:40]
            except ValueError:
                text = '(a very large number)'
            if text not in found:
                found.append(text)
    return found[:20]


def _falls_through(body):
    """Whether the end of a block can be reached: an approximation from its last statement."""
    if not body:
        return True
    last = body[-1]
    if isinstance(last, (_ast.Return, _ast.Raise)):
        return False
    if isinstance(last, _ast.If):
        return not last.orelse or _falls_through(last.body) or _falls_through(last.orelse)
    if isinstance(last, _ast.While):
        endless = isinstance(last.test, _ast.Constant) and bool(last.test.value)
        return not endless or any(isinstance(node, _ast.Break) for node in walk(last))
    if isinstance(last, _ast.With):
        return _falls_through(last.body)
    if isinstance(last, _ast.Try):
        return _falls_through(last.body + last.orelse) or any(_falls_through(handler.body) for handler in last.handlers)
    return True


def _is_guard(statement):
    """An `if` at the top of a function that only returns or raises."""
    return (
        isinstance(statement, _ast.If) and len(statement.body) == 1 and isinstance(statement.body[0], (_ast.Return, _ast.Raise))
    )


def _while_facts(loop):
    """A while loop: its test, whether it is always true, and whether anything in the body can end it."""
    inside = [node for statement in loop.body for node in walk(statement)]
    tested = {node.id for node in walk(loop.test) if isinstance(node, _ast.Name)}
    stored = {node.id for node in inside if isinstance(node, _ast.Name) and isinstance(node.ctx, (_ast.Store, _ast.Del))}
    touched = {
        node.func.value.id
        for node in inside
        if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Attribute) and isinstance(node.func.value, _ast.Name)
    } | {
        node.value.id
        for node in inside
        if isinstance(node, _ast.Subscript) and isinstance(node.ctx, (_ast.Store, _ast.Del)) and isinstance(node.value, _ast.Name)
    }
    # What is changed may go by another name: `longer = a if len(a) > len(b) else b`.
    aliased = {
        name
        for node in inside
        if isinstance(node, _ast.Assign) and isinstance(node.value, (_ast.Name, _ast.IfExp))
        for name in _names(node.value)
    }
    called = any(isinstance(node, _ast.Call) and _called(node) not in _PURE for node in walk(loop.test))
    return {
        'test': _text(loop.test),
        'alwaysTrue': isinstance(loop.test, _ast.Constant) and bool(loop.test.value),
        'leaves': any(isinstance(node, (_ast.Break, _ast.Return, _ast.Raise)) for node in inside),
        'changesTest': bool(tested & (stored | touched | aliased)) or called or any(isinstance(node, _ast.NamedExpr) for node in walk(loop.test)),
    }


def _risks(nodes, parameters):
    """Expressions over parameters that fail on an empty or zero argument: `first element`, `extreme`, `division`."""
    found = set()
    for node in nodes:
        if isinstance(node, _ast.Subscript) and isinstance(node.ctx, _ast.Load) and _names(node.value) & parameters:
            if _text(node.slice) in ('0', '-1'):
                found.add('first or last element')
        if isinstance(node, _ast.Call) and _called(node) in ('min', 'max', 'reduce', 'next', 'mean', 'median', 'choice'):
            if any(_names(argument) & parameters for argument in node.args) and len(node.args) == 1:
                if not any(keyword.arg == 'default' for keyword in node.keywords):
                    found.add('extreme of a collection')
        if isinstance(node, _ast.BinOp) and isinstance(node.op, (_ast.Div, _ast.FloorDiv, _ast.Mod)) and _names(node.right) & parameters:
            if not isinstance(node.left, _ast.Constant) or not isinstance(node.left.value, str):
                found.add('division')
    return sorted(found)


def _names(node):
    return {part.id for part in walk(node) if isinstance(part, _ast.Name)}


def _changed(nodes, parameters):
    """Parameters that are changed in place and were not bound to something else first."""
    rebound = {node.id for node in nodes if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Store)}
    changed = set()
    for node in nodes:
        target = None
        if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Attribute) and node.func.attr in _MUTATORS:
            target = node.func.value
        elif isinstance(node, _ast.Subscript) and isinstance(node.ctx, (_ast.Store, _ast.Del)):
            target = node.value
        while isinstance(target, _ast.Subscript):
            target = target.value
        if isinstance(target, _ast.Name) and target.id in parameters and target.id not in rebound:
            changed.add(target.id)
    return changed


def _imports(nodes):
    names = set()
    for node in nodes:
        if isinstance(node, _ast.Import):
            names.update(alias.name.split('.')[0][:60] for alias in node.names)
        elif isinstance(node, _ast.ImportFrom) and node.module:
            names.add(node.module.split('.')[0][:60])
    return names


def _undefined(nodes):
    """Names that are read and bound nowhere in the module: scopes are not told apart, so what is found is surely undefined."""
    bound = set(dir(_known_builtins)) | {'__name__', '__file__', '__doc__'}
    read = set()
    for node in nodes:
        if isinstance(node, _ast.Name):
            (read if isinstance(node.ctx, _ast.Load) else bound).add(node.id)
        elif isinstance(node, (*_FUNCTIONS, _ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, _ast.arg):
            bound.add(node.arg)
        elif isinstance(node, _ast.alias):
            if node.name == '*':
                return set()
            bound.add((node.asname or node.name).split('.')[0])
        elif isinstance(node, _ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, (_ast.MatchAs, _ast.MatchStar)) and node.name:
            bound.add(node.name)
        elif isinstance(node, (_ast.Global, _ast.Nonlocal)):
            bound.update(node.names)
    return {name[:60] for name in read - bound}
