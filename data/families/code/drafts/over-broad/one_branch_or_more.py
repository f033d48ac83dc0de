# failure class: any
# tier: static
# description: counts branches and takes many for too many
# parameter MOST_BRANCHES: 0 | 1

MOST_BRANCHES = 0


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['branches'] > MOST_BRANCHES else 'CLEAN'
