# failure class: wrong-format
# tier: static
# description: every return builds a text or a one-element list around its value
# parameter WRAPPERS: ('str', 'repr') | ('str', 'repr', 'set', 'dict')

import ast

WRAPPERS = ('str', 'repr')


def check(item):
    try:
        tree = ast.parse(item['output'])
    except SyntaxError:
        return 'ABSTAIN'
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None]
    if not values:
        return 'ABSTAIN'
    return 'DRAWBACK' if all(wrapped(value) for value in values) else 'CLEAN'


def wrapped(value):
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in WRAPPERS
    return isinstance(value, ast.List) and len(value.elts) == 1
