# failure class: low-status-overclaimed
# tier: static
# description: a withdrawn value is reported
#
# Speaks only about briefs with a withdrawn card, about a third of them.


def check(item):
    withdrawn = [card for card in item['facts']['cards'] if card['status'] == 'withdrawn']
    if not withdrawn:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(card['tagged'] or card['valueStated'] for card in withdrawn) else 'CLEAN'
