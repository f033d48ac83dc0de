# failure class: fan-out
# tier: execution
# description: the result holds the same row more than once
#
# Speaks about results of at least two rows.


def check(item):
    result = item['facts']['result']
    if result is None or result['rows'] < 2:
        return 'ABSTAIN'
    return 'DRAWBACK' if result['repeatedRows'] > 0 or result['truncated'] else 'CLEAN'
