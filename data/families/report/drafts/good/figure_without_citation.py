# failure class: untagged-value
# tier: static
# description: states figures without citing evidence beside them
# parameter ALLOWED: 0 | 1

ALLOWED = 0


def check(item):
    numbers = [number for number in item['facts']['numbers'] if number['part'] == 'body']
    if not numbers:
        return 'ABSTAIN'
    return 'DRAWBACK' if sum(not number['tagBeside'] for number in numbers) > ALLOWED else 'CLEAN'
