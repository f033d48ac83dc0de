# failure class: lost-rows
# tier: static
# description: an optional partner is joined although neither question nor knowledge speaks of it

PARTNERS = {'commerce.customers': 'customer', 'commerce.stores': 'store', 'commerce.promotions': 'promotion', 'product.users': 'user'}


def check(item):
    summary = item['facts']['summary']
    joined = [join['table'] for join in summary['joins'] if join['kind'] == 'inner' and join['table'] in PARTNERS] if summary else []
    if not joined:
        return 'ABSTAIN'
    words = (item['task']['prompt'] + ' ' + item['task']['externalKnowledge']).lower()
    return 'DRAWBACK' if any(PARTNERS[table] not in words for table in joined) else 'CLEAN'
