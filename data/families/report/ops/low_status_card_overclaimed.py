# failure class: low-status-overclaimed
# tier: static
# description: a value of low status is reported without a hedge
#
# Speaks only about sections that report a card of low status at all.


def check(item):
    low = [card for card in item['facts']['cards'] if card['status'] == 'low']
    reported = [card for card in low if card['tagged'] or card['valueStated']]
    if not reported:
        return 'ABSTAIN'
    return 'CLEAN' if all(card['hedged'] for card in reported) else 'DRAWBACK'
