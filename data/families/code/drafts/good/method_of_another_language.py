# failure class: crash
# tier: static
# description: calls a method that none of Python's own types has
# parameter TYPES: (str, list, dict, set, tuple, int, float) | (str, list, dict, set, tuple, int, float, bytes, frozenset)

import ast

TYPES = (str, list, dict, set, tuple, int, float)


def check(item):
    if item['facts']['imports'] or 'class ' in item['output']:
        return 'ABSTAIN'
    try:
        tree = ast.parse(item['output'])
    except SyntaxError:
        return 'ABSTAIN'
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    known = {name for kind in TYPES for name in dir(kind)}
    return 'DRAWBACK' if attributes - known else 'CLEAN'
