# failure class: missing-filter
# tier: static
# description: any query with few conditions
# parameter LEAST: 3 | 4

LEAST = 3


def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(summary['conditions']) < LEAST else 'CLEAN'
