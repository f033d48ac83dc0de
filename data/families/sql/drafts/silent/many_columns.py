# failure class: any
# tier: execution
# description: speaks only about results of seven columns and more
# parameter LEAST: 7 | 9

LEAST = 7


def check(item):
    result = item['facts']['result']
    if result is None or len(result['columns']) < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if result['rows'] < 2 else 'CLEAN'
