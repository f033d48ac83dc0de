# failure class: fan-out
# tier: execution
# description: rows repeat in everything but their numbers
# parameter MOST: 0 | 2

MOST = 0


def check(item):
    result = item['facts']['result']
    if result is None or result['rows'] < 2:
        return 'ABSTAIN'
    if not any(not column['numeric'] for column in result['columns']):
        return 'ABSTAIN'
    return 'DRAWBACK' if result['repeatedKeys'] > MOST else 'CLEAN'
