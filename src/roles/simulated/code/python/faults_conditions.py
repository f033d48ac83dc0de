# Faults of care: a special case that is not handled, a boundary missed by one, a wrong operator.

EMPTY = {'list': '[]', 'tuple': '()', 'set': 'set()', 'dict': '{}', 'str': "''", 'int': '0', 'float': '0.0', 'bool': 'False'}


def removed(index):
    def apply(copy):
        copy.splice(copy.nodes[index], [])

    return apply


def replaced(index, build):
    """Puts `build(node)` in the place of a node."""

    def apply(copy):
        node = copy.nodes[index]
        copy.replace(node, build(node))

    return apply


def dropped_guard(program):
    """An edge case is forgotten, or handled as it should not be."""
    for index, node in program.sites(ast.If):
        leaves = isinstance(node.body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))
        if any(isinstance(one, ast.While) for one in program.ancestors(node)) and leaves:
            continue
        if leaves and not node.orelse:
            yield Edit('guard-removed', removed(index))
        elif node.orelse:
            yield Edit('branch-removed', lambda copy, index=index: copy.splice(copy.nodes[index], copy.nodes[index].orelse))
        elif not program.loop_control(node):
            yield Edit('condition-ignored', lambda copy, index=index: copy.splice(copy.nodes[index], copy.nodes[index].body))
    for index, node in program.sites(ast.IfExp):
        yield Edit('special-case-ignored', replaced(index, lambda node: node.orelse))
    for index, node in program.sites(ast.BoolOp):
        if program.loop_control(node) and any(isinstance(one, ast.While) and node is one.test for one in program.ancestors(node)):
            continue
        for position in range(len(node.values)):

            def fewer(copy, index=index, position=position):
                node = copy.nodes[index]
                del node.values[position]
                if len(node.values) == 1:
                    copy.replace(node, node.values[0])

            yield Edit('condition-dropped', fewer)
    for index, node in program.sites(ast.Call):
        for position, keyword in enumerate(node.keywords):
            if keyword.arg == 'default':

                def no_default(copy, index=index, position=position):
                    del copy.nodes[index].keywords[position]

                yield Edit('default-dropped', no_default)
        if is_method(node, 'get') and len(node.args) == 2:
            yield Edit(
                'default-dropped',
                replaced(index, lambda node: ast.Subscript(node.func.value, node.args[0], ast.Load())),
            )
        if is_call(node, 'abs') and node.args:
            yield Edit('sign-forgotten', replaced(index, lambda node: node.args[0]))
        if is_call(node, 'max', 'min') and len(node.args) == 2 and not program.loop_control(node):
            yield Edit('limit-forgotten', replaced(index, lambda node: node.args[1]))
            yield Edit('limit-forgotten', replaced(index, lambda node: node.args[0]))
        if is_call(node, 'set') and node.args:
            yield Edit('duplicates-kept', replaced(index, lambda node: call('list', node.args[0])))
        if is_method(node, 'lower', 'upper', 'strip', 'casefold') and not node.args:
            yield Edit('not-normalised', replaced(index, lambda node: node.func.value))
    for index, node in program.sites(ast.Try):
        yield Edit('exception-not-caught', lambda copy, index=index: copy.splice(copy.nodes[index], copy.nodes[index].body))
    yield from wrong_special_cases(program)


def wrong_special_cases(program):
    """A guard that nobody asked for, at the start of the function."""
    empty = EMPTY.get(program.kinds.get(''), 'None')
    for name in program.parameters():
        kind = program.kinds.get(name)
        tests = []
        if kind in ('list', 'str', 'tuple', 'set', 'dict'):
            tests = [f'len({name}) < 2', f'len({name}) <= 2']
        if kind in ('int', 'float'):
            tests = [f'{name} <= 1', f'{name} < 0']
        if kind is None:
            tests = [f'not {name}']
        for test in tests:

            def guarded(copy, test=test):
                at = after_docstring(copy.entry)
                copy.entry.body[at:at] = statements(f'if {test}:\n    return {empty}')

            yield Edit('wrong-special-case ' + test, guarded)


def off_by_one(program):
    """A bound, an index or a count is one too many or one too few."""
    swaps = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
    for index, node in program.sites(ast.Call, ast.Slice, ast.Compare, ast.Subscript, ast.BinOp, ast.For, ast.comprehension):
        if program.loop_control(node):
            continue
        if is_call(node, 'range') and node.args:
            stop = 0 if len(node.args) == 1 else 1
            for amount in (-1, 1):
                yield Edit('range-stop', changed_argument(index, stop, amount))
            if stop == 1:
                yield Edit('range-start', changed_argument(index, 0, 1))
        elif is_call(node, 'enumerate') and len(node.args) == 1 and not node.keywords:
            yield Edit('counted-from-one', replaced(index, lambda node: call('enumerate', node.args[0], ast.Constant(1))))
        elif is_call(node, 'len'):
            yield Edit('length-less-one', replaced(index, lambda node: plus(node, -1)))
        elif isinstance(node, ast.Slice):
            yield from slice_edits(index, node)
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in swaps:

            def boundary(copy, index=index):
                node = copy.nodes[index]
                node.ops[0] = swaps[type(node.ops[0])]()

            yield Edit('boundary', boundary)
            if isinstance(node.comparators[0], ast.Constant) and type(node.comparators[0].value) is int:

                def moved(copy, index=index):
                    node = copy.nodes[index]
                    node.comparators[0] = plus(node.comparators[0], 1)

                yield Edit('limit-moved', moved)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Name, ast.BinOp)):
            if kind_of(node.slice, program.kinds) != 'str' and program.kinds.get(getattr(node.value, 'id', '')) != 'dict':
                yield Edit('index', replaced_slice(index, -1))
                yield Edit('index', replaced_slice(index, 1))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            if isinstance(node.right, ast.Constant) and type(node.right.value) is int:
                yield Edit('one-forgotten', replaced(index, lambda node: node.left))
        elif isinstance(node, (ast.For, ast.comprehension)) and not is_call(node.iter, 'range', 'enumerate', 'zip', 'sorted'):
            if kind_of(node.iter, program.kinds) in ('list', 'str', 'tuple'):
                yield Edit('first-skipped', sliced_iteration(index, '1:'))
                yield Edit('last-skipped', sliced_iteration(index, ':-1'))
    if program.kinds.get('') in ('list', 'str', 'tuple') and program.returns():
        yield Edit('result-without-last', wrapped_returns(program, 'V[:-1]'))
        yield Edit('result-without-first', wrapped_returns(program, 'V[1:]'))
    if program.kinds.get('') in ('int', 'float') and program.returns():
        yield Edit('one-too-many', wrapped_returns(program, 'V + 1'))
        yield Edit('one-too-few', wrapped_returns(program, 'V - 1'))


def changed_argument(index, position, amount):
    def apply(copy):
        node = copy.nodes[index]
        node.args[position] = plus(node.args[position], amount)

    return apply


def replaced_slice(index, amount):
    def apply(copy):
        node = copy.nodes[index]
        node.slice = plus(node.slice, amount)

    return apply


def sliced_iteration(index, bounds):
    def apply(copy):
        node = copy.nodes[index]
        wrapper = expression(f'V[{bounds}]')
        wrapper.value = node.iter
        node.iter = wrapper

    return apply


def slice_edits(index, node):
    def lower(copy):
        one = copy.nodes[index]
        one.lower = plus(one.lower, 1) if one.lower is not None else ast.Constant(1)

    def upper(copy):
        one = copy.nodes[index]
        one.upper = plus(one.upper, -1) if one.upper is not None else expression('-1')

    if node.step is None:
        yield Edit('slice-start', lower)
        yield Edit('slice-end', upper)


BINARY = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.FloorDiv, ast.FloorDiv: ast.Div, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.Pow: ast.Mult, ast.LShift: ast.RShift,
    ast.RShift: ast.BitOr,
}
COMPARISON = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}
FUNCTIONS = {'min': 'max', 'max': 'min', 'any': 'all', 'all': 'any', 'sum': 'max'}
METHODS = {
    'upper': 'lower', 'lower': 'upper', 'startswith': 'endswith', 'endswith': 'startswith', 'find': 'rfind', 'rfind': 'find',
    'isdigit': 'isalpha', 'isalpha': 'isdigit', 'isupper': 'islower', 'islower': 'isupper', 'union': 'intersection',
    'intersection': 'union', 'lstrip': 'rstrip', 'rstrip': 'lstrip', 'floor': 'ceil', 'ceil': 'floor', 'nlargest': 'nsmallest',
    'nsmallest': 'nlargest', 'keys': 'values', 'values': 'keys', 'search': 'match', 'difference': 'symmetric_difference',
    'isalnum': 'isalpha', 'append': 'extend',
}


def wrong_operator(program):
    """An operator, a comparison or a function is taken for its neighbour."""
    for index, node in program.sites(ast.BinOp, ast.AugAssign, ast.Compare, ast.BoolOp, ast.Call, ast.UnaryOp):
        if program.loop_control(node):
            continue
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in BINARY:
            if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
                continue

            def operator(copy, index=index):
                node = copy.nodes[index]
                node.op = BINARY[type(node.op)]()

            yield Edit('operator', operator)
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISON:

            def comparison(copy, index=index):
                node = copy.nodes[index]
                node.ops[0] = COMPARISON[type(node.ops[0])]()

            yield Edit('comparison', comparison)
        elif isinstance(node, ast.BoolOp):

            def connective(copy, index=index):
                node = copy.nodes[index]
                node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()

            yield Edit('and-or', connective)
        elif is_call(node, *FUNCTIONS):

            def function(copy, index=index):
                node = copy.nodes[index]
                node.func.id = FUNCTIONS[node.func.id]

            yield Edit('function', function)
        elif is_method(node, *METHODS):

            def method(copy, index=index):
                node = copy.nodes[index]
                node.func.attr = METHODS[node.func.attr]

            yield Edit('method', method)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)) and not isinstance(node.operand, ast.Constant):
            yield Edit('sign', replaced(index, lambda node: node.operand))
