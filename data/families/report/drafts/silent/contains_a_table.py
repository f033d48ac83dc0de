# failure class: any
# tier: static
# description: speaks only about sections with a table
# parameter COLUMNS: 2 | 3

COLUMNS = 2


def check(item):
    rows = [line for line in item['output'].splitlines() if line.count('|') > COLUMNS]
    if not rows:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(rows) > 20 else 'CLEAN'
