# failure class: any
# tier: static
# description: a bracket is missing
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    entry = item['facts']['entry'
    return 'DRAWBACK' if entry['returns'] < LEAST else 'CLEAN'
