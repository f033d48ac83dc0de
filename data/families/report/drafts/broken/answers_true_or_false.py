# failure class: any
# tier: static
# description: answers with a truth value instead of a verdict
# parameter LEAST: 1 | 3

LEAST = 1


def check(item):
    return len(item['facts']['tags']) >= LEAST
