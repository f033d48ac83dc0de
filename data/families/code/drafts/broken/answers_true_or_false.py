# failure class: any
# tier: static
# description: answers with a truth value instead of a verdict
# parameter LEAST: 1 | 3

LEAST = 1


def check(item):
    entry = item['facts']['entry']
    return entry is not None and entry['branches'] >= LEAST
