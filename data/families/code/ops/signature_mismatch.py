# failure class: wrong-signature
# tier: static
# description: the parameters do not fit the visible calls, or a name is used that nothing defines
#
# Compares the parameters with the calls in the examples by counting arguments, and looks for names that are bound
# nowhere. Silent when the entry point is no plain function.

import ast


def check(item):
    facts = item['facts']
    entry = facts['entry']
    if entry is None:
        return 'ABSTAIN'
    if facts['undefinedNames']:
        return 'DRAWBACK'
    for count in argument_counts(item['task']):
        if count < entry['required'] or (count > len(entry['parameters']) and not entry['variadic']):
            return 'DRAWBACK'
    return 'CLEAN'


def argument_counts(task):
    """How many arguments each visible example passes to the entry point."""
    counts = []
    for example in task['examples']:
        try:
            tree = ast.parse(example)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == task['entryPoint']:
                if not node.keywords:
                    counts.append(len(node.args))
    return counts
