# failure class: tag-without-value
# tier: static
# description: has more evidence tags than figures
# parameter MARGIN: 0 | 1

MARGIN = 0


def check(item):
    facts = item['facts']
    if not facts['tags']:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(facts['tags']) > len(facts['numbers']) + MARGIN else 'CLEAN'
