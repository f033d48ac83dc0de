# failure class: any
# tier: static
# description: speaks only about functions with many parameters, and wants all of them read
# parameter LEAST: 4 | 5

LEAST = 4


def check(item):
    entry = item['facts']['entry']
    if entry is None or len(entry['parameters']) < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['unreadParameters'] else 'CLEAN'
