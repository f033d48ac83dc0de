# failure class: any
# tier: static
# description: wants every function to begin with a guard
# parameter LEAST_GUARDS: 1 | 2

LEAST_GUARDS = 1


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    return 'CLEAN' if len(entry['guards']) >= LEAST_GUARDS else 'DRAWBACK'
