# failure class: fan-out
# tier: static
# description: two tables with several rows for one key are joined under one aggregate

MANY = {'commerce.order_items', 'commerce.payments', 'commerce.shipments', 'commerce.returns', 'commerce.segment_history', 'product.assignments', 'product.ticket_tags', 'finance.invoice_payments', 'finance.budgets'}


def check(item):
    summary = item['facts']['summary']
    if summary is None or not summary['aggregates']:
        return 'ABSTAIN'
    joined = [join['table'] for join in summary['joins'] if join['table'] in MANY and join['conditions'] < 2]
    if not joined:
        return 'ABSTAIN'
    plain = [one for one in summary['aggregates'] if one['name'] in ('sum', 'count', 'avg') and not one['distinct']]
    return 'DRAWBACK' if len(set(MANY) & set(summary['tables'])) > 1 and plain and not summary['commonTables'] else 'CLEAN'
