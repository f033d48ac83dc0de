# failure class: tone
# tier: static
# description: the answer has an exclamation mark
#
# Over-broad on purpose: the anchors show that it fires on a good answer, and evolution leaves it out.


def check(item):
    return 'DRAWBACK' if '!' in item['output'] else 'ABSTAIN'
