# failure class: any
# tier: static
# description: speaks only about programs that define a class, and wants a constructor in it
# parameter WANTED: '__init__' | '__call__'

WANTED = '__init__'


def check(item):
    if not item['output'].startswith('class ') and '\nclass ' not in item['output']:
        return 'ABSTAIN'
    return 'CLEAN' if WANTED in item['output'] else 'DRAWBACK'
