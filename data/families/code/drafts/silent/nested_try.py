# failure class: any
# tier: static
# description: speaks only about functions that catch exceptions, and wants a return after them
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    entry = item['facts']['entry']
    if entry is None or entry['tries'] < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['fallsThrough'] else 'CLEAN'
