# failure class: any
# tier: execution
# description: reads a fact that does not exist
# parameter FACT: 'trace' | 'coverage' | 'result'

FACT = 'trace'


def check(item):
    return 'DRAWBACK' if item['facts'][FACT] else 'CLEAN'
