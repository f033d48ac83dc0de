# failure class: any
# tier: static
# description: reads a fact that the root does not find
# parameter NAME: 'sentiment' | 'readability'

NAME = 'sentiment'


def check(item):
    return 'DRAWBACK' if item['facts'][NAME] < 0 else 'CLEAN'
