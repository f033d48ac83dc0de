# failure class: null-handling
# tier: execution
# description: any result with a missing cell or a zero

def check(item):
    result = item['facts']['result']
    if result is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(column['nulls'] > 0 or column['smallest'] == 0 for column in result['columns']) else 'CLEAN'
