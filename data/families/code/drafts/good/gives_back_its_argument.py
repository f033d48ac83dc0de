# failure class: misread-spec
# tier: execution
# description: gives back an argument unchanged although a visible example expects something else
# parameter SHORTEST: 2 | 4

SHORTEST = 2


def check(item):
    examples = [example for example in item['facts']['examples'] if example['outcome'] == 'returned' and example['readable']]
    if not examples:
        return 'ABSTAIN'
    for example in examples:
        given = example['call'].partition('(')[2]
        if not example['holds'] and len(example['value']) >= SHORTEST and given.startswith((example['value'] + ',', example['value'] + ')')):
            return 'DRAWBACK'
    return 'CLEAN'
