# failure class: any
# tier: execution
# description: speaks only about results of hundreds of rows
# parameter LEAST: 400 | 800

LEAST = 400


def check(item):
    result = item['facts']['result']
    if result is None or result['rows'] < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if result['repeatedRows'] > 0 else 'CLEAN'
