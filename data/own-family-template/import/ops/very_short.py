# failure class: too-short
# tier: static
# description: the output has at most one word
#
# Silent on everything longer: length alone says little.


def check(item):
    return 'DRAWBACK' if item['facts']['words'] <= 1 else 'ABSTAIN'
