# failure class: wrong-aggregate
# tier: static
# description: revenue is summed from prices without quantities, or without discounts

def check(item):
    summary = item['facts']['summary']
    knowledge = item['task']['externalKnowledge'].lower()
    if summary is None or 'quantity times unit_price' not in knowledge:
        return 'ABSTAIN'
    sums = ' '.join(one['argument'] for one in summary['aggregates'] if one['name'] in ('sum', 'avg'))
    return 'CLEAN' if 'quantity' in sums and 'unit_price' in sums and 'discount_pct' in sums else 'DRAWBACK'
