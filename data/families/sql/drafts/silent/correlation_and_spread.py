# failure class: any
# tier: static
# description: speaks only about correlations and deviations
# parameter NAMES: ('corr', 'stddev', 'variance') | ('approx_count_distinct', 'mode')

NAMES = ('corr', 'stddev', 'variance')


def check(item):
    summary = item['facts']['summary']
    found = [one for one in summary['aggregates'] if one['name'] in NAMES] if summary else []
    if not found:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(summary['groupBy']) == 0 else 'CLEAN'
