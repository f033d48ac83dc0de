# failure class: no-next-step
# tier: static
# description: the answer has fewer than ten words
#
# Facts come from the root: characters, words, lines, and the value where the output must be JSON.


def check(item):
    return 'DRAWBACK' if item['facts']['words'] < 10 else 'ABSTAIN'
