# failure class: metric-uncovered
# tier: static
# description: states fewer card values than the brief has audited cards
# parameter SHARE: 1.0 | 0.75

SHARE = 1.0


def check(item):
    audited = [card for card in item['facts']['cards'] if card['status'] == 'audited']
    if not audited:
        return 'ABSTAIN'
    stated = sum(card['valueStated'] for card in audited)
    return 'DRAWBACK' if stated < SHARE * len(audited) else 'CLEAN'
