# failure class: any
# tier: static
# description: speaks only about generators, and wants no return of a value in them
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    entry = item['facts']['entry']
    if entry is None or entry['yields'] < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['returns'] else 'CLEAN'
