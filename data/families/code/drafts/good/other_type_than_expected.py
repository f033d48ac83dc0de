# failure class: wrong-format
# tier: execution
# description: returns another type than a visible example shows
# parameter NUMBERS_ALIKE: True | False

NUMBERS_ALIKE = True


def check(item):
    examples = [example for example in item['facts']['examples'] if example['outcome'] == 'returned' and example['readable']]
    if not examples:
        return 'ABSTAIN'
    for example in examples:
        kinds = {example['type'], example['expectedType']}
        if len(kinds) == 2 and 'None' not in kinds and not (NUMBERS_ALIKE and kinds == {'int', 'float'}):
            return 'DRAWBACK'
    return 'CLEAN'
