# failure class: fan-out
# tier: static
# description: a table of periods is joined by its key alone
# parameter LEAST: 2 | 3

HISTORIES = ('segment_history', 'price_history', 'plan_history', 'cost_centers')
LEAST = 2


def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    joins = [join for join in summary['joins'] if any(name in join['table'] for name in HISTORIES)]
    if not joins:
        return 'ABSTAIN'
    bounded = any('valid_to' in condition for condition in summary['conditions'])
    return 'CLEAN' if bounded and all(join['conditions'] >= LEAST or bounded for join in joins) else 'DRAWBACK'
