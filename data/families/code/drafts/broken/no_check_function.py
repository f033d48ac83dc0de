# failure class: any
# tier: static
# description: defines a function of another name
# parameter LEAST: 1 | 2

LEAST = 1


def detect(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['prints'] >= LEAST else 'CLEAN'
