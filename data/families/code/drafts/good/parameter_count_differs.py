# failure class: wrong-signature
# tier: static
# description: has more or fewer parameters than the visible calls pass arguments
# parameter COUNT_OPTIONAL: True | False

import ast

COUNT_OPTIONAL = True


def check(item):
    entry = item['facts']['entry']
    if entry is None or entry['variadic']:
        return 'ABSTAIN'
    counts = []
    for example in item['task']['examples']:
        try:
            tree = ast.parse(example)
        except SyntaxError:
            continue
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        counts += [len(node.args) for node in calls if getattr(node.func, 'id', '') == item['task']['entryPoint']]
    if not counts:
        return 'ABSTAIN'
    most = len(entry['parameters']) if COUNT_OPTIONAL else entry['required']
    return 'CLEAN' if all(entry['required'] <= count <= max(most, entry['required']) for count in counts) else 'DRAWBACK'
