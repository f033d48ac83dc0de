# failure class: wrong-aggregate
# tier: static
# description: different things are to be counted and nothing in the query makes them different
# parameter WORDS: ('different', 'distinct', 'unique') | ('different',)

WORDS = ('different', 'distinct', 'unique')


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt'].lower()
    if summary is None or not any(word in question for word in WORDS):
        return 'ABSTAIN'
    unlike = any(one['distinct'] for one in summary['aggregates']) or summary['distinct'] > 0 or summary['groupings'] > 1
    return 'CLEAN' if unlike else 'DRAWBACK'
