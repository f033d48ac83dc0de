# failure class: any
# tier: static
# description: takes every hedge for evasion
# parameter WORDS: ('may', 'about') | ('suggest', 'may')

WORDS = ('may', 'about')


def check(item):
    return 'DRAWBACK' if any(word in item['output'] for word in WORDS) else 'CLEAN'
