# failure class: any
# tier: static
# description: speaks only about programs that import one of a few modules, and wants a guard in them
# parameter MODULES: ('decimal', 'fractions') | ('heapq', 'bisect') | ('statistics', 'copy') | ('functools',)

MODULES = ('decimal', 'fractions')


def check(item):
    facts = item['facts']
    if facts['entry'] is None or not set(MODULES) & set(facts['imports']):
        return 'ABSTAIN'
    return 'CLEAN' if facts['entry']['guards'] else 'DRAWBACK'
