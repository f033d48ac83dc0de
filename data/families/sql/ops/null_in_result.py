# failure class: null-handling
# tier: execution
# description: a column of the result that names things has missing values
#
# Speaks where the query reads a column that can be missing, or keeps rows without partner, and the result has a column
# that is no number.


def check(item):
    facts = item['facts']
    summary, result = facts['summary'], facts['result']
    if summary is None or result is None:
        return 'ABSTAIN'
    may_miss = summary['nullableColumns'] or any(join['kind'] != 'inner' for join in summary['joins'])
    names = [column for column in result['columns'] if not column['numeric']]
    if not may_miss or not names:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(column['nulls'] > 0 for column in names) else 'CLEAN'
