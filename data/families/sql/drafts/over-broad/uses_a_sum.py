# failure class: wrong-aggregate
# tier: static
# description: any query that sums or averages
# parameter NAMES: ('sum', 'avg') | ('count',)

NAMES = ('sum', 'avg')


def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(one['name'] in NAMES for one in summary['aggregates']) else 'CLEAN'
