# failure class: any
# tier: static
# description: speaks only about sections that quote somebody
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    quotes = item['output'].count('"') // 2
    if quotes < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if quotes > 3 else 'CLEAN'
