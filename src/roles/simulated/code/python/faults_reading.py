# Faults of reading: the program runs and does something else than the task asks for.


def misread_spec(program):
    """A start value, a constant, a condition, a step or a result is not the one that the task describes."""
    for index, node in program.sites(ast.Assign):
        if isinstance(node.value, ast.Constant) and not program.loop_control(node):
            yield from other_constants(index, node.value.value, 'initial-value')
    for index, node in program.sites(ast.Constant):
        parent = program.place[node][0]
        if isinstance(parent, ast.Assign) or program.loop_control(node) or in_joined_string(program, node):
            continue
        yield from other_constants(index, node.value, 'constant')
    for index, node in program.sites(ast.If, ast.IfExp):
        if program.loop_control(node):
            continue

        def negated(copy, index=index):
            node = copy.nodes[index]
            node.test = node.test.operand if isinstance(node.test, ast.UnaryOp) else ast.UnaryOp(ast.Not(), node.test)

        yield Edit('condition-negated', negated)
    for index, node in program.sites(ast.comprehension):
        for position in range(len(node.ifs)):

            def unfiltered(copy, index=index, position=position):
                del copy.nodes[index].ifs[position]

            yield Edit('filter-dropped', unfiltered)
    for index, node in program.own(ast.For):
        yield Edit('stops-after-first', lambda copy, index=index: copy.nodes[index].body.append(ast.Break()))
        yield from early_return(program, index, node)
    yield from dropped_steps(program)
    yield from swapped_values(program)
    yield from other_results(program)


def in_joined_string(program, node):
    return any(isinstance(one, (ast.JoinedStr, ast.FormattedValue)) for one in program.ancestors(node))


def constant_at(index, value):
    def apply(copy):
        copy.replace(copy.nodes[index], ast.Constant(value))

    return apply


def assigned_constant(index, value):
    def apply(copy):
        copy.nodes[index].value = ast.Constant(value)

    return apply


def other_constants(index, value, name):
    make = assigned_constant if name == 'initial-value' else constant_at
    if isinstance(value, bool):
        yield Edit(name, make(index, not value))
    elif isinstance(value, int):
        yield Edit(name, make(index, {0: 1, 1: 0}.get(value, value + 2)))
    elif isinstance(value, float):
        yield Edit(name, make(index, value * 2 if value else 1.0))
    elif isinstance(value, str):
        if value == '':
            yield Edit(name, make(index, ' '))
        elif len(value) > 1:
            yield Edit(name, make(index, value[:-1]))
        if value.swapcase() != value:
            yield Edit(name, make(index, value.swapcase()))


def early_return(program, index, loop):
    """The return that belongs after the loop is written inside it."""
    block = getattr(program.place[loop][0], program.place[loop][1])
    at = block.index(loop)
    if at + 1 < len(block) and isinstance(block[at + 1], ast.Return) and block[at + 1].value is not None:
        after = program.number(block[at + 1])

        def inside(copy):
            copy.nodes[index].body.append(ast.Return(copy.nodes[after].value))

        yield Edit('returns-inside-the-loop', inside)


def dropped_steps(program):
    """A step of the work is left out."""
    for index, node in program.sites(ast.AugAssign, ast.Expr, ast.Assign):
        if program.loop_control(node) or any(isinstance(one, ast.While) for one in program.ancestors(node)):
            continue
        if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call):
            continue
        if isinstance(node, ast.Assign):
            name = node.targets[0].id if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) else None
            before = [one for _, one in program.sites(ast.Assign) if name in stored_names(one) and one.lineno < node.lineno]
            if name is None or not (before or name in program.parameters()):
                continue
        yield Edit('step-left-out', removed(index))


def swapped_values(program):
    """Two operands, arguments or branches change places."""
    for index, node in program.sites(ast.BinOp, ast.Call, ast.IfExp):
        if program.loop_control(node):
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod)):

            def operands(copy, index=index):
                node = copy.nodes[index]
                node.left, node.right = node.right, node.left

            yield Edit('operands-swapped', operands)
        elif isinstance(node, ast.Call) and len(node.args) == 2 and not node.keywords and not is_call(node, 'isinstance', 'range'):

            def arguments(copy, index=index):
                copy.nodes[index].args.reverse()

            yield Edit('arguments-swapped', arguments)
        elif isinstance(node, ast.IfExp):

            def branches(copy, index=index):
                node = copy.nodes[index]
                node.body, node.orelse = node.orelse, node.body

            yield Edit('branches-swapped', branches)


RESULTS = {
    'list': ['V[:1]', 'list(dict.fromkeys(map(str, V)))', 'V[0] if V else None', 'len(V)'],
    'tuple': ['V[:1]', 'V[0] if V else None', 'len(V)'],
    'set': ['set(list(V)[:1])', 'len(V)'],
    'dict': ['len(V)', '{key: 1 for key in V}'],
    'str': ['V[::-1]', 'V[:1]', 'V.strip().lower() + "s"'],
    'int': ['-V', 'V * 2', 'abs(V) + 2'],
    'float': ['V * 2', '-V', 'V / 10'],
    'bool': ['not V', 'True', 'False'],
    None: ['None', 'not V'],
}


def other_results(program):
    """The function hands back something else that it has at hand."""
    returns = program.returns()
    if not returns:
        return
    index, last = returns[-1]
    stored = {node.id for _, node in program.own(ast.Name) if isinstance(node.ctx, ast.Store)}
    names = [name for name in [*sorted(stored), *program.parameters()] if not (isinstance(last.value, ast.Name) and last.value.id == name)]
    for name in names[:4]:

        def other(copy, name=name):
            copy.nodes[index].value = ast.Name(name, ast.Load())

        yield Edit(f'returns-{name}', other)
    for text in RESULTS.get(program.kinds.get(''), RESULTS[None]):
        yield Edit('result ' + text, wrapped_returns(program, text))
    if len(program.parameters()) > 1:
        for name in program.parameters():
            if program.kinds.get(name) in ('int', 'str'):

                def ignored(copy, name=name):
                    at = after_docstring(copy.entry)
                    value = '1' if copy.kinds.get(name) == 'int' else "' '"
                    copy.entry.body[at:at] = statements(f'{name} = {value}')

                yield Edit(f'ignores-{name}', ignored)
