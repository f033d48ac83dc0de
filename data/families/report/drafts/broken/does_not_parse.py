# failure class: any
# tier: static
# description: does not parse
# parameter LEAST: 1 | 2

LEAST = 1


def check(item)
    return 'DRAWBACK' if item['facts']['words'] < LEAST else 'CLEAN'
