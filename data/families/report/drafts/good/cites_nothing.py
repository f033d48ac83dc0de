# failure class: untagged-value
# tier: static
# description: states figures and cites less evidence than it should
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    facts = item['facts']
    if not facts['numbers']:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(facts['tags']) < LEAST else 'CLEAN'
