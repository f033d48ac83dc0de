# failure class: any
# tier: static
# description: distrusts every program that compares
# parameter SIGNS: ('<', '>', '<=', '>=') | ('==', '!=') | ('<', '>', '<=', '>=', '==', '!=', 'in', 'not in')

SIGNS = ('<', '>', '<=', '>=')


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(sign in entry['operators'] for sign in SIGNS) else 'CLEAN'
