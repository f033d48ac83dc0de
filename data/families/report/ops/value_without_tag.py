# failure class: untagged-value
# tier: static
# description: a value from the cards is stated without its evidence tag
#
# Speaks only about sections that state a value from a card.


def check(item):
    values = [number for number in item['facts']['numbers'] if number['card'] is not None]
    if not values:
        return 'ABSTAIN'
    return 'CLEAN' if all(number['tagBeside'] for number in values) else 'DRAWBACK'
