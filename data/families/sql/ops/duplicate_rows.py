# failure class: wrong-grouping
# tier: execution
# description: the result holds the same row more than once
#
# Speaks about results of at least two rows. A join that multiplies rows seldom shows here: nearly every question asks for
# totals, which then come out too high, each in one row. What repeats rows is a group that is not shown.


def check(item):
    result = item['facts']['result']
    if result is None or result['rows'] < 2:
        return 'ABSTAIN'
    return 'DRAWBACK' if result['repeatedRows'] > 0 or result['truncated'] else 'CLEAN'
