# failure class: wrong-signature
# tier: static
# description: uses a name that nothing defines
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    return 'DRAWBACK' if len(item['facts']['undefinedNames']) >= LEAST else 'CLEAN'
