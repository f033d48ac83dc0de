# failure class: tag-without-value
# tier: static
# description: cites evidence without the figure more often than allowed
# parameter ALLOWED: 0 | 1

ALLOWED = 0


def check(item):
    tags = item['facts']['tags']
    if not tags:
        return 'ABSTAIN'
    return 'DRAWBACK' if sum(not tag['valueBeside'] for tag in tags) > ALLOWED else 'CLEAN'
