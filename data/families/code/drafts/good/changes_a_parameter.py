# failure class: mutated-input
# tier: static
# description: changes a parameter in place in the text
# parameter UNLESS_ASKED: ('in place', 'in-place') | ('in place', 'modify', 'remove', 'update')

UNLESS_ASKED = ('in place', 'in-place')


def check(item):
    entry = item['facts']['entry']
    if entry is None or not entry['parameters']:
        return 'ABSTAIN'
    if any(words in item['task']['prompt'].lower() for words in UNLESS_ASKED):
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['changes'] else 'CLEAN'
