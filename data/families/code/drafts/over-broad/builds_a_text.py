# failure class: wrong-format
# tier: static
# description: distrusts every text that is built or joined
# parameter SIGNS: ('str', 'join', 'format') | ('str', 'join', 'list', 'sorted', 'round')

SIGNS = ('str', 'join', 'format')


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if set(SIGNS) & set(entry['calls']) or entry['texts'] else 'CLEAN'
