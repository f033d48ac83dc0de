# failure class: misread-spec
# tier: static
# description: never reads one of its parameters, or overwrites it before it is read
# parameter OVERWRITTEN_TOO: True | False

import ast

OVERWRITTEN_TOO = True


def check(item):
    entry = item['facts']['entry']
    if entry is None or not entry['parameters']:
        return 'ABSTAIN'
    if entry['unreadParameters']:
        return 'DRAWBACK'
    try:
        tree = ast.parse(item['output'])
    except SyntaxError:
        return 'ABSTAIN'
    for function in tree.body:
        if OVERWRITTEN_TOO and isinstance(function, ast.FunctionDef) and function.name == entry['name']:
            for statement in function.body:
                if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
                    if any(getattr(target, 'id', '') in entry['parameters'] for target in statement.targets):
                        return 'DRAWBACK'
    return 'CLEAN'
