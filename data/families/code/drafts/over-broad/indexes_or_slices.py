# failure class: off-by-one
# tier: static
# description: distrusts every index, slice and range
# parameter SIGNS: ('[', 'range(') | ('range(', 'len(') | ('[',)

SIGNS = ('[', 'range(')


def check(item):
    if item['facts']['entry'] is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(sign in item['output'] for sign in SIGNS) else 'CLEAN'
