# failure class: off-by-one
# tier: execution
# description: misses the expected value of a visible example by one, or by one element
# parameter MOST: 1 | 2

import ast

MOST = 1


def check(item):
    examples = [example for example in item['facts']['examples'] if example['outcome'] == 'returned' and example['readable']]
    if not examples:
        return 'ABSTAIN'
    for example in examples:
        if example['holds']:
            continue
        try:
            found, wanted = ast.literal_eval(example['value']), ast.literal_eval(example['expected'])
        except (ValueError, SyntaxError):
            continue
        if isinstance(found, bool) or isinstance(wanted, bool):
            continue
        if isinstance(found, (int, float)) and isinstance(wanted, (int, float)) and 0 < abs(found - wanted) <= MOST:
            return 'DRAWBACK'
        if type(found) is type(wanted) and isinstance(found, (list, str, tuple)) and 0 < abs(len(found) - len(wanted)) <= MOST:
            return 'DRAWBACK'
    return 'CLEAN'
