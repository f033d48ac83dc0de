# failure class: misread-spec
# tier: execution
# description: returns the type that a visible example shows, but another value
# parameter LEAST_SHARE: 0.01 | 0.5 | 1.0

LEAST_SHARE = 0.01


def check(item):
    examples = [example for example in item['facts']['examples'] if example['outcome'] == 'returned' and example['readable']]
    if not examples:
        return 'ABSTAIN'
    wrong = [example for example in examples if not example['holds'] and example['type'] == example['expectedType']]
    return 'DRAWBACK' if len(wrong) >= LEAST_SHARE * len(examples) else 'CLEAN'
