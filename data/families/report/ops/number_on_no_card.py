# failure class: invented-value
# tier: static
# description: a figure stands on no card
#
# Speaks only about sections that state figures.


def check(item):
    numbers = item['facts']['numbers']
    if not numbers:
        return 'ABSTAIN'
    return 'CLEAN' if all(number['card'] is not None for number in numbers) else 'DRAWBACK'
