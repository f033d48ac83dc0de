# failure class: low-status-overclaimed
# tier: static
# description: reports a card that is not audited without care
# parameter STATUSES: ('low', 'withdrawn') | ('low',)

STATUSES = ('low', 'withdrawn')


def check(item):
    delicate = [card for card in item['facts']['cards'] if card['status'] in STATUSES]
    reported = [card for card in delicate if card['tagged'] or card['valueStated']]
    if not reported:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(card['status'] == 'withdrawn' or not card['hedged'] for card in reported) else 'CLEAN'
