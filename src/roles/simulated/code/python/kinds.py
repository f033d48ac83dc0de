# What kind of value an expression has, as far as the text tells; and what the task's own examples tell.

CALL_KINDS = {
    'list': 'list', 'sorted': 'list', 'tuple': 'tuple', 'set': 'set', 'frozenset': 'set', 'dict': 'dict', 'str': 'str',
    'len': 'int', 'int': 'int', 'ord': 'int', 'float': 'float', 'bool': 'bool', 'any': 'bool', 'all': 'bool',
    'isinstance': 'bool', 'chr': 'str', 'repr': 'str', 'hex': 'str', 'bin': 'str', 'oct': 'str', 'Counter': 'dict',
    'defaultdict': 'dict', 'OrderedDict': 'dict', 'divmod': 'tuple', 'issubclass': 'bool',
}
METHOD_KINDS = {
    'join': 'str', 'lower': 'str', 'upper': 'str', 'strip': 'str', 'replace': 'str', 'title': 'str', 'capitalize': 'str',
    'split': 'list', 'copy': None, 'count': 'int', 'index': 'int', 'find': 'int', 'startswith': 'bool', 'endswith': 'bool',
    'isdigit': 'bool', 'isalpha': 'bool', 'format': 'str', 'sub': 'str', 'findall': 'list', 'bit_length': 'int',
    'union': 'set', 'intersection': 'set', 'difference': 'set', 'isoformat': 'str', 'strftime': 'str', 'zfill': 'str',
}


def value_kind(value):
    """The kind of a literal's value."""
    return type(value).__name__ if isinstance(value, (list, tuple, set, dict, str, bool, int, float)) else None


def kind_of(node, local):
    """list, tuple, set, dict, str, int, float, bool or None; `local` maps names to kinds."""
    if isinstance(node, ast.Constant):
        return value_kind(node.value)
    if isinstance(node, (ast.List, ast.ListComp)):
        return 'list'
    if isinstance(node, ast.Tuple):
        return 'tuple'
    if isinstance(node, (ast.Set, ast.SetComp)):
        return 'set'
    if isinstance(node, (ast.Dict, ast.DictComp)):
        return 'dict'
    if isinstance(node, ast.JoinedStr):
        return 'str'
    if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return 'bool'
    if isinstance(node, ast.Name):
        return local.get(node.id)
    if isinstance(node, ast.IfExp):
        return kind_of(node.body, local) or kind_of(node.orelse, local)
    if isinstance(node, ast.BoolOp):
        kinds = {kind_of(value, local) for value in node.values}
        return kinds.pop() if len(kinds) == 1 else None
    if isinstance(node, ast.UnaryOp):
        return kind_of(node.operand, local)
    if isinstance(node, ast.BinOp):
        left, right = kind_of(node.left, local), kind_of(node.right, local)
        if isinstance(node.op, ast.Div):
            return 'float'
        if 'float' in (left, right) and not isinstance(node.op, ast.Mod):
            return 'float'
        return left if left not in (None, 'int') else right or left
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            if node.func.id in ('sum', 'abs', 'min', 'max', 'round') and node.args:
                return kind_of(node.args[0], local) if node.func.id == 'abs' else None
            return CALL_KINDS.get(node.func.id)
        if isinstance(node.func, ast.Attribute):
            return METHOD_KINDS.get(node.func.attr)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return kind_of(node.value, local)
    return None


def example_kinds(entry_point, texts):
    """Kinds of parameters and result in the examples: lines such as `assert f([1, 2]) == 3` or `f([1, 2]) -> 3`."""
    parameters, results = [], []
    for line in '\n'.join(texts).splitlines():
        line = re.sub(r'^\s*(assert|>>>)\s*', '', line.strip())
        if entry_point + '(' not in line:
            continue
        line = re.sub(r'\s*(->|=>|→)\s*', ' == ', line, count=1)
        try:
            tree = ast.parse(line, mode='eval').body
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if is_call(node, entry_point):
                parameters.append([kind_of(argument, {}) for argument in node.args])
        if isinstance(tree, ast.Compare) and len(tree.comparators) == 1:
            results.append(kind_of(tree.comparators[0], {}))
    return parameters, results


def sample_kinds(sample):
    """Kinds of the arguments in the text of a tuple."""
    try:
        node = ast.parse(sample.strip(), mode='eval').body
    except (SyntaxError, ValueError):
        return []
    return [kind_of(part, {}) for part in node.elts] if isinstance(node, ast.Tuple) else []


def known_kinds(program, texts, samples):
    """
    `{name: kind}` for the names of the entry function, and `{'': kind}` for its result, from the examples and
    the sample arguments, then from the way the names are used. A name that is assigned two kinds has none.
    """
    kinds = {}
    shown, results = example_kinds(program.entry_point, texts)
    shown += [sample_kinds(sample) for sample in samples]
    for position, name in enumerate(program.parameters()):
        seen = {row[position] for row in shown if position < len(row)} - {None}
        if len(seen) == 1 or seen == {'int', 'float'}:
            kinds[name] = 'float' if 'float' in seen else seen.pop()
    for _, node in program.sites(ast.Call):
        if is_method(node, 'append', 'sort', 'extend', 'insert', 'reverse') and isinstance(node.func.value, ast.Name):
            kinds.setdefault(node.func.value.id, 'list')
        if is_method(node, 'items', 'keys', 'values', 'setdefault') and isinstance(node.func.value, ast.Name):
            kinds.setdefault(node.func.value.id, 'dict')
        if is_method(node, 'lower', 'upper', 'split', 'isdigit', 'strip') and isinstance(node.func.value, ast.Name):
            kinds.setdefault(node.func.value.id, 'str')
    for _ in range(2):
        found = {}
        for _, node in program.sites(ast.Assign):
            if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                found.setdefault(node.targets[0].id, set()).add(kind_of(node.value, kinds))
        for name, seen in sorted(found.items()):
            if len(seen) == 1 and name not in kinds and seen != {None}:
                kinds[name] = seen.pop()
    found = {kind for kind in results if kind is not None}
    if not found:
        found = {kind_of(node.value, kinds) for _, node in program.returns()} - {None}
    if len(found) == 1 or found == {'int', 'float'}:
        kinds[''] = 'float' if 'float' in found else found.pop()
    return kinds
