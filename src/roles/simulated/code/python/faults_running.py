# Faults of running: the program raises, or it does not end.

ATTRIBUTES = {
    'append': 'push', 'add': 'insert_item', 'items': 'iteritems', 'keys': 'iterkeys', 'values': 'itervalues', 'lower': 'to_lower',
    'upper': 'to_upper', 'split': 'explode', 'strip': 'trim', 'replace': 'substitute', 'index': 'index_of', 'count': 'count_of',
    'join': 'concat', 'get': 'fetch', 'extend': 'add_all', 'pop': 'shift', 'sort': 'sorted', 'isdigit': 'is_digit',
    'isalpha': 'is_alpha', 'startswith': 'starts_with', 'endswith': 'ends_with', 'find': 'index_of', 'sqrt': 'square_root',
    'pow': 'power', 'findall': 'find_all', 'sub': 'substitute', 'most_common': 'top', 'update': 'merge', 'insert': 'put',
}


def crash(program):
    """The program raises: a method that does not exist, an index past the end, an operand of the wrong type."""
    for index, node in program.sites(ast.Call):
        if is_method(node, *ATTRIBUTES):

            def attribute(copy, index=index):
                function = copy.nodes[index].func
                function.attr = ATTRIBUTES[function.attr]

            yield Edit('unknown-method', attribute)
        if is_call(node, 'len') and len(node.args) == 1:
            yield Edit(
                'length-as-method',
                replaced(index, lambda node: ast.Call(ast.Attribute(node.args[0], 'length', ast.Load()), [], [])),
            )
    for index, node in program.own(ast.Subscript):
        if isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Name):
            if program.kinds.get(node.value.id) in ('list', 'str', 'tuple'):

                def past_end(copy, index=index):
                    node = copy.nodes[index]
                    node.slice = call('len', ast.Name(node.value.id, ast.Load()))

                yield Edit('index-past-the-end', past_end)
    if not program.returns():
        return
    kind = program.kinds.get('')
    if kind in ('int', 'float', 'list', 'bool', 'tuple'):
        yield Edit('text-plus-value', wrapped_returns(program, "'' + V"))
    if kind in ('str', 'list'):
        yield Edit('value-plus-number', wrapped_returns(program, 'V + 0'))
    yield Edit('unknown-attribute', wrapped_returns(program, 'V.result'))
    if kind in ('int', 'float', 'bool', 'list', 'str'):
        yield Edit('value-called', wrapped_returns(program, '(V)()'))
    for name in program.parameters():
        if program.kinds.get(name) in ('int', 'float'):

            def counted(copy, name=name):
                at = after_docstring(copy.entry)
                copy.entry.body[at:at] = statements(f'size = len({name})')

            yield Edit(f'length-of-number-{name}', counted)


def grows(statement, program):
    """True when running the statement again and again fills the memory before the clock stops it."""
    for node in ast.walk(statement):
        if is_method(node, 'append', 'add', 'insert', 'extend', 'update', 'appendleft', 'setdefault'):
            return True
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if isinstance(node, (ast.AugAssign, ast.Assign)):
            target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
            if isinstance(target, ast.Subscript):
                return True
            if any(isinstance(one, (ast.Mult, ast.Pow, ast.LShift)) for one in ast.walk(node)):
                return True
            if isinstance(node, ast.AugAssign) and program.kinds.get(getattr(target, 'id', '')) not in ('int', 'float'):
                return True
            if isinstance(node, ast.Assign) and any(isinstance(one, ast.BinOp) for one in ast.walk(node.value)):
                if program.kinds.get(getattr(target, 'id', '')) not in ('int', 'float'):
                    return True
    return False


def leaves(loop):
    return any(isinstance(node, (ast.Break, ast.Return, ast.Raise)) for one in loop.body for node in ast.walk(one))


def endless_loop(program):
    """The program never ends, and does not fill the memory while it runs."""
    for index, node in program.own(ast.While):
        tested = {name.id for name in ast.walk(node.test) if isinstance(name, ast.Name)}
        steps = [at for at, one in enumerate(node.body) if tested & stored_names(one)]
        kept = [one for at, one in enumerate(node.body) if at not in steps]
        nested = any(tested & stored_names(one) for one in kept)
        calls = any(isinstance(one, ast.Call) and tested & {name.id for name in ast.walk(one.func) if isinstance(name, ast.Name)}
                    for statement in node.body for one in ast.walk(statement))
        if steps and not nested and not calls and not leaves(node) and not any(grows(one, program) for one in kept):

            def no_step(copy, index=index, steps=steps):
                loop = copy.nodes[index]
                loop.body = [one for at, one in enumerate(loop.body) if at not in steps] or [ast.Pass()]

            yield Edit('step-forgotten', no_step)
    for index, node in program.own(ast.For):
        if not is_call(node.iter, 'range') or len(node.iter.args) > 2 or not isinstance(node.target, ast.Name):
            continue
        continues = any(isinstance(one, ast.Continue) for one in ast.walk(node))
        if leaves(node) or continues or node.orelse or any(grows(one, program) for one in node.body):
            continue

        def while_without_step(copy, index=index):
            loop = copy.nodes[index]
            start, stop = ([ast.Constant(0)] + loop.iter.args)[-2:]
            test = ast.Compare(ast.Name(loop.target.id, ast.Load()), [ast.Lt()], [stop])
            copy.splice(loop, [assign(loop.target.id, start), ast.While(test, loop.body, [])])

        yield Edit('while-without-step', while_without_step)
    if not program.returns():
        return

    def waiting(template):
        def apply(copy):
            name = fresh_name(copy, 'done')
            kept = fresh_name(copy, 'answer')
            index, node = copy.returns()[-1]
            lines = statements(template.replace('FLAG', name).replace('KEPT', kept))
            for one in ast.walk(ast.Module(lines, [])):
                if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name) and one.value.id == 'V':
                    one.value = node.value
            copy.splice(node, lines)

        return apply

    yield Edit('flag-never-set', waiting('FLAG = False\nwhile not FLAG:\n    KEPT = V\nreturn KEPT'))
    yield Edit('counter-never-moves', waiting('FLAG = 0\nwhile FLAG < 1:\n    KEPT = V\nreturn KEPT'))
