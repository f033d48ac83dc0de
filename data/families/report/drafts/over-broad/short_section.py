# failure class: any
# tier: static
# description: takes a section for thin by its length
# parameter WORDS: 90 | 120

WORDS = 90


def check(item):
    return 'DRAWBACK' if item['facts']['words'] < WORDS else 'CLEAN'
