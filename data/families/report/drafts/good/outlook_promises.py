# failure class: unhedged-forecast
# tier: static
# description: the outlook promises more often than allowed
# parameter ALLOWED: 0 | 1

ALLOWED = 0


def check(item):
    facts = item['facts']
    if not facts['outlook']:
        return 'ABSTAIN'
    return 'DRAWBACK' if facts['outlookAssertive'] > ALLOWED else 'CLEAN'
