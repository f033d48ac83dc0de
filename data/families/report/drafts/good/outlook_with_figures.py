# failure class: unhedged-forecast
# tier: static
# description: the outlook states figures
# parameter ALLOWED: 0 | 1

ALLOWED = 0


def check(item):
    facts = item['facts']
    if not facts['outlook']:
        return 'ABSTAIN'
    figures = [number for number in facts['numbers'] if number['part'] == 'outlook' and number['card'] is None]
    return 'DRAWBACK' if len(figures) > ALLOWED else 'CLEAN'
