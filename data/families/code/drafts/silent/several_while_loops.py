# failure class: any
# tier: static
# description: speaks only about functions with several while loops, and wants each to change its test
# parameter LEAST: 2 | 3

LEAST = 2


def check(item):
    entry = item['facts']['entry']
    if entry is None or len(entry['whileLoops']) < LEAST:
        return 'ABSTAIN'
    return 'CLEAN' if all(loop['changesTest'] for loop in entry['whileLoops']) else 'DRAWBACK'
