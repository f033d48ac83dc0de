# failure class: any
# tier: static
# description: takes several figures for noise
# parameter LEAST: 2 | 3 | 4

LEAST = 2


def check(item):
    return 'DRAWBACK' if len(item['facts']['numbers']) >= LEAST else 'CLEAN'
