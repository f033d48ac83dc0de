# failure class: any
# tier: execution
# description: calls a helper that was never written
# parameter LIMIT: 1 | 10

LIMIT = 1


def check(item):
    return 'DRAWBACK' if count_failures(item['facts']['examples']) >= LIMIT else 'CLEAN'
