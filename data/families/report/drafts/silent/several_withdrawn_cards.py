# failure class: any
# tier: static
# description: speaks only about briefs with several withdrawn cards
# parameter LEAST: 2 | 3

LEAST = 2


def check(item):
    withdrawn = [card for card in item['facts']['cards'] if card['status'] == 'withdrawn']
    if len(withdrawn) < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(card['tagged'] for card in withdrawn) else 'CLEAN'
