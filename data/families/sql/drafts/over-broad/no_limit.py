# failure class: wrong-order-or-limit
# tier: static
# description: any query without a limit

def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if summary['limit'] is None else 'CLEAN'
