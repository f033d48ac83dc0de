# failure class: invented-value
# tier: static
# description: states a figure that no card holds
# parameter PARTS: ('body', 'risks', 'outlook') | ('body',)

PARTS = ('body', 'risks', 'outlook')


def check(item):
    numbers = [number for number in item['facts']['numbers'] if number['part'] in PARTS]
    if not numbers:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(number['card'] is None for number in numbers) else 'CLEAN'
