# failure class: any
# tier: static
# description: speaks only about functions that work on bits, and wants no comparison beside it
# parameter SIGNS: ('<<', '>>') | ('^', '~') | ('&', '|', '^')

SIGNS = ('<<', '>>')


def check(item):
    entry = item['facts']['entry']
    if entry is None or not any(sign in entry['operators'] for sign in SIGNS):
        return 'ABSTAIN'
    return 'DRAWBACK' if '<' in entry['operators'] or '>' in entry['operators'] else 'CLEAN'
