# failure class: crash
# tier: static
# description: distrusts every method call, since it could raise
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    if item['facts']['entry'] is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if item['output'].count('.') >= LEAST else 'CLEAN'
