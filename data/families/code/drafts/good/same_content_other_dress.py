# failure class: wrong-format
# tier: execution
# description: gives the letters and digits of the expected value in another dress
# parameter SORTED_TOO: False | True

SORTED_TOO = False


def check(item):
    examples = [example for example in item['facts']['examples'] if example['outcome'] == 'returned' and example['readable']]
    if not examples:
        return 'ABSTAIN'
    for example in examples:
        found, wanted = plain(example['value']), plain(example['expected'])
        alike = found == wanted or (SORTED_TOO and sorted(found) == sorted(wanted))
        if example['holds'] is False and alike and found:
            return 'DRAWBACK'
    return 'CLEAN'


def plain(text):
    return [character for character in text.lower() if character.isalnum()]
