# Faults at the edge of the function: what it hands back, how it is called, what it does to its arguments.


def is_tail(program, statement):
    """True when nothing of the entry function runs after this statement."""
    node = statement
    while node is not program.entry:
        parent, field, _ = program.place[node]
        if isinstance(parent, (ast.For, ast.While)) or getattr(parent, field)[-1] is not node:
            return False
        node = parent
    return True


def print_instead_of_return(program):
    """The result is printed and the function returns None."""
    returns = program.returns()
    if not returns or any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(program.entry)):
        return

    def printing(indexes, build):
        def apply(copy):
            for index in indexes:
                node = copy.nodes[index]
                leave = [] if is_tail(copy, node) else [ast.Return(None)]
                copy.splice(node, build(node.value) + leave)

        return apply

    every = [index for index, _ in returns]
    yield Edit('prints', printing(every, lambda value: [ast.Expr(call('print', value))]))
    yield Edit('returns-print', printing(every, lambda value: [ast.Return(call('print', value))]))
    yield Edit(
        'prints-result-variable',
        printing(every, lambda value: [assign('result', value), *statements('print(result)')]),
    )
    yield Edit('prints-then-none', printing(every, lambda value: [ast.Expr(call('print', value)), *return_none()]))
    yield Edit(
        'prints-labelled', printing(every, lambda value: [ast.Expr(call('print', ast.Constant('Result:'), value))])
    )
    yield Edit('result-unused', printing(every, lambda value: [assign('result', value)]))
    if len(every) > 1:
        yield Edit('prints-at-the-end', printing(every[-1:], lambda value: [ast.Expr(call('print', value))]))


def return_none():
    return [ast.Return(ast.Constant(None))]


def rename_function(program, name):
    """Renames the entry function and every use of it."""
    old = program.entry.name
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = name
    program.entry.name = name


def wrong_signature(program):
    """Another name, number or order of parameters than the task asks for, or a name that nothing defines."""
    words = program.entry.name.split('_')
    camel = words[0] + ''.join(word.capitalize() for word in words[1:])
    shorter = '_'.join(words[:-1]) if len(words) > 2 else words[-1]
    names = [camel, 'get_' + program.entry.name, 'solution', shorter]
    for name in names:
        if name and name != program.entry.name and name.isidentifier() and name not in ('print', 'sum', 'max', 'min'):
            yield Edit('renamed-' + name, lambda copy, name=name: rename_function(copy, name))
    arguments = program.entry.args
    plain = not (arguments.vararg or arguments.kwonlyargs or arguments.kwarg or arguments.posonlyargs)
    parameters = program.parameters()

    def extra(copy):
        copy.entry.args.args.append(ast.arg(fresh_name(copy, 'size')))

    def in_class(copy):
        at = copy.tree.body.index(copy.entry)
        for node in ast.walk(copy.entry):
            if isinstance(node, ast.Name) and node.id == copy.entry.name:
                node.id = 'self.' + node.id
        copy.entry.args.args.insert(0, ast.arg('self'))
        copy.tree.body[at] = ast.ClassDef('Solution', [], [], [copy.entry], [])

    def packed(copy):
        taken = copy.parameters()
        copy.entry.args.args = [ast.arg(fresh_name(copy, 'values'))]
        copy.entry.args.defaults = []
        unpack = statements(f"{', '.join(taken)} = {copy.entry.args.args[0].arg}")
        at = after_docstring(copy.entry)
        copy.entry.body[at:at] = unpack

    def swapped(copy):
        copy.entry.args.args[:2] = copy.entry.args.args[1::-1]

    def dropped(copy):
        kind = copy.kinds.get(copy.entry.args.args[-1].arg)
        name = copy.entry.args.args.pop().arg
        default = {'int': '1', 'str': "''", 'list': '[]', 'dict': '{}', 'set': 'set()', 'tuple': '()', 'float': '1.0'}
        at = after_docstring(copy.entry)
        copy.entry.body[at:at] = statements(f"{name} = {default.get(kind, 'None')}")

    if plain and not arguments.defaults:
        yield Edit('extra-parameter', extra)
        yield Edit('in-a-class', in_class)
    if plain and len(parameters) >= 2:
        yield Edit('packed-parameters', packed)
        if not arguments.defaults:
            yield Edit('swapped-parameters', swapped)
            yield Edit('dropped-parameter', dropped)
    yield from undefined_names(program)


def undefined_names(program):
    """A name is used that nothing defines: an import is missing, a local is misspelt, a helper was never written."""
    for index, node in enumerate(program.tree.body):
        if isinstance(node, (ast.Import, ast.ImportFrom)):

            def no_import(copy, index=index):
                copy.tree.body[index : index + 1] = []

            yield Edit('import-missing', no_import)
    names = [pair for pair in program.own(ast.Name) if isinstance(pair[1].ctx, ast.Load)]
    local = set(program.parameters()) | {node.id for _, node in program.own(ast.Name) if isinstance(node.ctx, ast.Store)}
    used = sorted((pair for pair in names if pair[1].id in local), key=lambda pair: (pair[1].lineno, pair[1].col_offset))
    for index, node in [*used[-1:], *used[:1], *used[len(used) // 2 : len(used) // 2 + 1]]:

        def misspelt(copy, index=index):
            name = copy.nodes[index].id
            copy.nodes[index].id = fresh_name(copy, name + 's' if len(name) < 4 else name[:-1])

        yield Edit('misspelt-name', misspelt)
    if program.returns():
        for helper in ('normalize_result', 'format_output'):
            yield Edit('undefined-helper', wrapped_returns(program, f'{helper}(V)'))


MUTATIONS = {
    'list': [
        ('sorts', 'NAME.sort()'),
        ('pops-last', 'if NAME:\n    NAME.pop()'),
        ('reverses', 'NAME.reverse()'),
        ('pops-first', 'if len(NAME) > 1:\n    NAME.pop(0)'),
        ('removes-while-reading', 'for entry in NAME:\n    if NAME.count(entry) > 1:\n        NAME.remove(entry)'),
        ('appends', 'if NAME:\n    NAME.append(NAME[0])'),
    ],
    'dict': [
        ('pops-a-key', 'if NAME:\n    NAME.pop(next(iter(NAME)))'),
        ('pops-last-key', 'if len(NAME) > 1:\n    NAME.popitem()'),
        ('sets-first-to-none', 'for key in list(NAME)[:1]:\n    NAME[key] = None'),
    ],
    'set': [('pops-a-member', 'if NAME:\n    NAME.pop()'), ('removes-largest', 'if NAME:\n    NAME.discard(max(NAME))')],
}


def mutated_input(program):
    """A list, dict or set that belongs to the caller is changed."""
    for name in program.parameters():
        for edit, text in MUTATIONS.get(program.kinds.get(name), []):

            def at_start(copy, text=text.replace('NAME', name)):
                at = after_docstring(copy.entry)
                copy.entry.body[at:at] = statements(text)

            yield Edit(f'{edit}-{name}', at_start)
        if program.kinds.get(name) in MUTATIONS and program.returns():

            def emptied(copy, name=name):
                index, node = copy.returns()[-1]
                kept = fresh_name(copy, 'result')
                store = assign(kept, node.value)
                copy.splice(node, [store, *statements(f'{name}.clear()'), ast.Return(ast.Name(kept, ast.Load()))])

            yield Edit(f'empties-{name}', emptied)
    for index, node in program.own(ast.Call):
        arguments = node.args
        copies = is_call(node, 'sorted', 'list') and len(arguments) == 1 and isinstance(arguments[0], ast.Name)
        if copies and arguments[0].id in program.parameters() and program.kinds.get(arguments[0].id) == 'list':

            def uncopied(copy, index=index):
                node = copy.nodes[index]
                statement = next(one for one in [node, *copy.ancestors(node)] if isinstance(one, ast.stmt))
                sort = is_call(node, 'sorted')
                in_place = [ast.Expr(ast.Call(ast.Attribute(node.args[0], 'sort', ast.Load()), [], node.keywords))]
                copy.replace(node, node.args[0])
                copy.splice(statement, (in_place if sort else []) + [statement])

            yield Edit(f'uncopied-{arguments[0].id}', uncopied)


WRAPS = {
    'list': ['V[::-1]', 'str(V)', 'set(map(str, V))', 'sorted(V, key=str, reverse=True)', 'dict(enumerate(V))', '[V]',
             "', '.join(map(str, V))"],
    'tuple': ['V[::-1]', 'str(V)', 'set(map(str, V))', '[list(V)]', '{index: value for index, value in enumerate(V)}'],
    'set': ['len(V)', 'str(sorted(V, key=str))', "', '.join(sorted(map(str, V)))", '[sorted(V, key=str)]'],
    'dict': ['list(V.items())', 'list(V)', 'str(V)', 'sorted(V, key=str)', '{str(key): str(value) for key, value in V.items()}'],
    'str': ['list(V)', "V + '\\n'", 'V.title()', 'repr(V)', 'V.split()', '[V]', "V + ' '", 'V.upper()', 'V.encode()'],
    'int': ['str(V)', '[V]', "f'{V}.'", '{"result": V}', '(V, )', "f'Result: {V}'"],
    'float': ['int(V)', 'str(V)', 'round(V)', '[V]', "f'{V:.2f}'", 'round(V, 1)', "f'{V}%'"],
    'bool': ["'Yes' if V else 'No'", 'str(V)', '[V]', "'true' if V else 'false'", '{"result": V}'],
    None: ['str(V)', '[V]', '{"result": V}', 'repr(V)', '(V, None)', "f'Result: {V}'"],
}


class Fill(ast.NodeTransformer):
    """Puts a value in the place of V."""

    def __init__(self, value):
        self.value = value

    def visit_Name(self, node):
        return self.value if node.id == 'V' else node


def wrapped_returns(program, text):
    """Every return of the entry function hands back `text` with its value in the place of V."""
    wanted = [index for index, _ in program.returns()]

    def apply(copy):
        for index in wanted:
            node = copy.nodes[index]
            if text.count('V') > 1 and not isinstance(node.value, (ast.Name, ast.Constant)):
                kept = fresh_name(copy, 'answer')
                copy.splice(node, [assign(kept, node.value), node])
                node.value = ast.Name(kept, ast.Load())
            node.value = Fill(node.value).visit(expression(text))

    return apply


def wrong_format(program):
    """The right value in the wrong form: container, text, order, rounding."""
    if not program.returns():
        return
    for index, node in program.sites(ast.Call):
        for position, keyword in enumerate(node.keywords):
            if keyword.arg == 'reverse' and isinstance(keyword.value, ast.Constant):

                def unreversed(copy, index=index, position=position):
                    del copy.nodes[index].keywords[position]

                yield Edit('unreversed', unreversed)
        if is_call(node, 'sorted') and node.args and not node.keywords:
            yield Edit('unsorted', lambda copy, index=index: copy.replace(copy.nodes[index], call('list', copy.nodes[index].args[0])))
        if is_call(node, 'round') and len(node.args) == 2:
            yield Edit('unrounded', lambda copy, index=index: copy.replace(copy.nodes[index], copy.nodes[index].args[0]))

            def coarser(copy, index=index):
                copy.nodes[index].args.pop()

            yield Edit('rounded-to-integer', coarser)
        if is_method(node, 'join') and isinstance(node.func.value, ast.Constant) and isinstance(node.func.value.value, str):

            def separated(copy, index=index):
                glue = copy.nodes[index].func.value
                glue.value = '' if glue.value else ' '

            yield Edit('other-separator', separated)
    for text in WRAPS.get(program.kinds.get(''), WRAPS[None]):
        yield Edit('as ' + text, wrapped_returns(program, text))
