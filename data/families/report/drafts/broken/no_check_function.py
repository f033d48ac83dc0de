# failure class: any
# tier: static
# description: defines a function by another name
# parameter LEAST: 1 | 2

LEAST = 1


def verify(item):
    return 'DRAWBACK' if len(item['facts']['numbers']) < LEAST else 'CLEAN'
