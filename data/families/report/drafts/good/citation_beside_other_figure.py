# failure class: invented-value
# tier: static
# description: cites a card beside a figure that is not its value
# parameter ALLOWED: 0 | 1

ALLOWED = 0


def check(item):
    paired = [tag for tag in item['facts']['tags'] if tag['valueBeside']]
    if not paired:
        return 'ABSTAIN'
    return 'DRAWBACK' if sum(not tag['rightValue'] for tag in paired) > ALLOWED else 'CLEAN'
