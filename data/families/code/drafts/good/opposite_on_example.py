# failure class: wrong-operator
# tier: execution
# description: gives the opposite truth value or the opposite sign on a visible example
# parameter ALL_EXAMPLES: False | True

import ast

ALL_EXAMPLES = False


def check(item):
    examples = [example for example in item['facts']['examples'] if example['outcome'] == 'returned' and example['readable']]
    if not examples:
        return 'ABSTAIN'
    flipped = [opposite(example['value'], example['expected']) for example in examples]
    return 'DRAWBACK' if (all(flipped) if ALL_EXAMPLES else any(flipped)) else 'CLEAN'


def opposite(found, wanted):
    try:
        found, wanted = ast.literal_eval(found), ast.literal_eval(wanted)
    except (ValueError, SyntaxError):
        return False
    if isinstance(found, bool) and isinstance(wanted, bool):
        return found != wanted
    return isinstance(found, (int, float)) and isinstance(wanted, (int, float)) and found == -wanted != 0
