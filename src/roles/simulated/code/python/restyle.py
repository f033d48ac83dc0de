# Other ways to write the same program. Every edit here keeps what the program does.

LOCAL_NAMES = ['res', 'tmp', 'cur', 'val', 'acc', 'elem', 'pos', 'left', 'right', 'buf', 'cnt', 'idx']
OTHER_NAMES = ['output', 'current', 'value', 'item', 'total_so_far', 'position', 'first', 'second', 'collected', 'number', 'entry', 'part']


def renamable(program):
    """Locals of the entry function that can be renamed without touching a parameter, a global or a nested function's name."""
    if any(isinstance(node, (ast.Global, ast.Nonlocal, ast.ClassDef)) for node in program.nodes):
        return []
    if any(is_call(node, 'locals', 'globals', 'eval', 'exec', 'vars') for node in program.nodes):
        return []
    inside = set(ast.walk(program.entry))
    taken = {node.arg for node in program.nodes if isinstance(node, ast.arg)}
    taken |= {node.name for node in program.nodes if isinstance(node, (ast.FunctionDef, ast.ExceptHandler)) and node.name}
    taken |= {node.id for node in program.nodes if isinstance(node, ast.Name) and node not in inside}
    taken |= {alias.asname or alias.name.split('.')[0] for node in program.nodes if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
    names = [node.id for node in program.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node in inside]
    return [name for name in dict.fromkeys(names) if name not in taken]


def renamed_locals(pool, skip):
    def apply(program):
        fresh = {}
        unused = [name for name in pool if fresh_name(program, name) == name]
        for position, name in enumerate(renamable(program)):
            if position % skip == 0 and unused:
                fresh[name] = unused.pop(0)
        for node in ast.walk(program.entry):
            if isinstance(node, ast.Name) and node.id in fresh:
                node.id = fresh[node.id]

    return apply


def documented(text, name, sentence):
    """The text with a docstring in the function of this name, if it has none."""
    lines = text.split('\n')
    for at, line in enumerate(lines[:-1]):
        start = re.match(rf'(\s*)def {re.escape(name)}\(.*:$', line)
        if start and lines[at + 1].strip()[:1] not in ('\'', '"'):
            return '\n'.join([*lines[: at + 1], f'{start.group(1)}    """{sentence}"""', *lines[at + 1 :]])
    return text


def result_variable(program):
    """`return value` at the end becomes `result = value` and `return result`."""
    returns = program.returns()
    if returns and not isinstance(returns[-1][1].value, (ast.Name, ast.Constant)):
        name = fresh_name(program, 'result')
        node = returns[-1][1]
        program.splice(node, [assign(name, node.value), ast.Return(ast.Name(name, ast.Load()))])


def for_to_while(program):
    """`for i in range(a, b)` becomes a while loop, where the body neither moves i nor leaves by continue."""
    for _, loop in program.own(ast.For):
        plain = is_call(loop.iter, 'range') and len(loop.iter.args) <= 2 and not loop.iter.keywords
        if not plain or not isinstance(loop.target, ast.Name) or loop.orelse:
            continue
        name = loop.target.id
        inside = set(ast.walk(loop))
        stores = [one for one in inside if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)]
        outside = [one for one in program.nodes if isinstance(one, ast.Name) and one.id == name and one not in inside]
        deferred = (ast.Continue, ast.Lambda, ast.FunctionDef, ast.GeneratorExp)
        if len(stores) > 1 or outside or any(isinstance(one, deferred) for one in inside):
            continue
        start, stop = ([ast.Constant(0)] + loop.iter.args)[-2:]
        bound = fresh_name(program, 'stop')
        limit = assign(bound, stop)
        test = ast.Compare(ast.Name(name, ast.Load()), [ast.Lt()], [ast.Name(bound, ast.Load())])
        step = statements(f'{name} += 1')
        program.splice(loop, [assign(name, start), limit, ast.While(test, loop.body + step, [])])
        return


def comprehension_to_loop(program):
    """`return [value for x in xs]` becomes a loop that appends."""
    for _, node in program.returns():
        value = node.value
        if not isinstance(value, ast.ListComp) or len(value.generators) != 1:
            continue
        generator = value.generators[0]
        bound = {one.id for one in ast.walk(generator.target) if isinstance(one, ast.Name)}
        elsewhere = {one.id for one in program.nodes if isinstance(one, ast.Name) and one not in set(ast.walk(value))}
        captured = any(isinstance(one, (ast.Lambda, ast.GeneratorExp)) for one in ast.walk(value))
        if generator.is_async or captured or bound & (elsewhere | set(program.parameters())):
            continue
        name = fresh_name(program, 'collected')
        body = [ast.Expr(ast.Call(ast.Attribute(ast.Name(name, ast.Load()), 'append', ast.Load()), [value.elt], []))]
        for test in reversed(generator.ifs):
            body = [ast.If(test, body, [])]
        start = assign(name, ast.List([], ast.Load()))
        loop = ast.For(generator.target, generator.iter, body, [], lineno=0)
        program.splice(node, [start, loop, ast.Return(ast.Name(name, ast.Load()))])
        return


def conditional_return(program):
    """`return a if test else b` becomes an if statement with two returns."""
    for _, node in program.returns():
        if isinstance(node.value, ast.IfExp):
            value = node.value
            program.splice(node, [ast.If(value.test, [ast.Return(value.body)], []), ast.Return(value.orelse)])
            return


def turned_comparisons(program):
    """`a < b` becomes `b > a` where both sides are names or constants."""
    turned = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}
    for _, node in program.sites(ast.Compare):
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and type(node.ops[0]) in turned and all(isinstance(one, (ast.Name, ast.Constant)) for one in sides):
            node.ops[0] = turned[type(node.ops[0])]()
            node.left, node.comparators[0] = node.comparators[0], node.left


def reordered_constants(program):
    """Neighbouring assignments of constants to different names change places."""
    for block in [program.entry.body]:
        for at in range(len(block) - 1):
            pair = block[at : at + 2]
            plain = all(isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name)
                        and isinstance(one.value, (ast.Constant, ast.List, ast.Dict)) for one in pair)
            if plain and pair[0].targets[0].id != pair[1].targets[0].id:
                names = {one.id for part in pair for one in ast.walk(part.value) if isinstance(one, ast.Name)}
                if not names:
                    block[at : at + 2] = pair[::-1]
                    return


def restylings():
    """Sets of edits to be made together, the plain text first."""
    rename = Edit('renamed-locals', renamed_locals(LOCAL_NAMES, 1))
    rename_some = Edit('renamed-some-locals', renamed_locals(OTHER_NAMES, 2))
    variable = Edit('result-variable', result_variable)
    loop = Edit('for-to-while', for_to_while)
    unfold = Edit('comprehension-to-loop', comprehension_to_loop)
    branch = Edit('conditional-return', conditional_return)
    turn = Edit('turned-comparisons', turned_comparisons)
    order = Edit('reordered-constants', reordered_constants)
    return [
        [], [rename], [loop], [unfold], [branch], [variable], [turn, rename_some], [rename_some], [loop, rename], [order],
        [unfold, rename], [variable, rename], [turn], [variable, turn], [order, rename],
    ]


COSMETIC = {'renamed-locals', 'renamed-some-locals', 'result-variable', 'turned-comparisons'}
COMMENTS = ['# Solution', '# Approach: follow the description step by step', '# Python 3']
