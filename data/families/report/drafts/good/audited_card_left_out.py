# failure class: metric-uncovered
# tier: static
# description: too many audited cards are neither named nor cited
# parameter ALLOWED: 0 | 1

ALLOWED = 0


def check(item):
    audited = [card for card in item['facts']['cards'] if card['status'] == 'audited']
    if not audited:
        return 'ABSTAIN'
    missing = [card for card in audited if not (card['named'] or card['tagged'] or card['valueStated'])]
    return 'DRAWBACK' if len(missing) > ALLOWED else 'CLEAN'
