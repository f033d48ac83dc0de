# failure class: metric-uncovered
# tier: static
# description: an audited card is neither stated nor cited
#
# Speaks about every section that has audited cards, which all briefs have.


def check(item):
    audited = [card for card in item['facts']['cards'] if card['status'] == 'audited']
    if not audited:
        return 'ABSTAIN'
    uncovered = [card for card in audited if not card['tagged'] and not card['valueStated']]
    return 'DRAWBACK' if uncovered else 'CLEAN'
