# failure class: any
# tier: static
# description: takes a longer function for a wrong one
# parameter MOST_LINES: 3 | 5 | 8

MOST_LINES = 3


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['lines'] > MOST_LINES else 'CLEAN'
