# failure class: any
# tier: static
# description: takes any evidence tag for clutter
# parameter LEAST: 1 | 3

LEAST = 1


def check(item):
    return 'DRAWBACK' if len(item['facts']['tags']) >= LEAST else 'CLEAN'
