# failure class: off-by-one
# tier: static
# description: a range ends one before or one after a length or a parameter
# parameter ENDS: ('- 1', '+ 1') | ('- 1',) | ('- 1', '+ 1', '- 2')

import ast

ENDS = ('- 1', '+ 1')


def check(item):
    try:
        tree = ast.parse(item['output'])
    except SyntaxError:
        return 'ABSTAIN'
    ranges = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, 'id', '') == 'range']
    if not ranges:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(node.args and ast.unparse(node.args[-1]).endswith(ENDS) for node in ranges) else 'CLEAN'
