# failure class: wrong-grouping
# tier: execution
# description: any short result
# parameter LEAST: 6 | 12

LEAST = 6


def check(item):
    result = item['facts']['result']
    if result is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if result['rows'] < LEAST else 'CLEAN'
