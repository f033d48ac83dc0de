# failure class: print-instead-of-return
# tier: static
# description: prints in the entry point and returns no value
# parameter LEAST_PRINTS: 1 | 2

LEAST_PRINTS = 1


def check(item):
    entry = item['facts']['entry']
    if entry is None or entry['yields']:
        return 'ABSTAIN'
    return 'DRAWBACK' if entry['prints'] >= LEAST_PRINTS and entry['returns'] == 0 else 'CLEAN'
