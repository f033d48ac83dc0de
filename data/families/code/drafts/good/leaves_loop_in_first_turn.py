# failure class: misread-spec
# tier: static
# description: a loop ends with a break or a return without any condition
# parameter STATEMENTS: ('Break', 'Return') | ('Return',)

import ast

STATEMENTS = ('Break', 'Return')


def check(item):
    try:
        tree = ast.parse(item['output'])
    except SyntaxError:
        return 'ABSTAIN'
    loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))]
    if not loops:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(type(loop.body[-1]).__name__ in STATEMENTS for loop in loops) else 'CLEAN'
