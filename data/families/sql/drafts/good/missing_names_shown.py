# failure class: null-handling
# tier: execution
# description: a column of names has missing values
# parameter MOST: 0 | 1

MOST = 0


def check(item):
    result = item['facts']['result']
    names = [column for column in result['columns'] if column['type'] == 'VARCHAR'] if result else []
    if not names:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(column['nulls'] > MOST for column in names) else 'CLEAN'
