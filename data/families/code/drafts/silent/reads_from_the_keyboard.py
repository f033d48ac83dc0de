# failure class: any
# tier: static
# description: speaks only about programs that ask for input, and wants a return from them
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    entry = item['facts']['entry']
    if entry is None or entry['reads'] < LEAST:
        return 'ABSTAIN'
    return 'CLEAN' if entry['returns'] else 'DRAWBACK'
