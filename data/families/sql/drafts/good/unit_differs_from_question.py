# failure class: wrong-grouping
# tier: static
# description: dates are cut to another unit than the question names
# parameter UNITS: ('day', 'week', 'month', 'quarter', 'year') | ('month', 'quarter', 'year')

UNITS = ('day', 'week', 'month', 'quarter', 'year')


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt'].lower()
    named = [unit for unit in UNITS if 'each ' + unit in question or 'every ' + unit in question]
    if summary is None or not named or not summary['truncations']:
        return 'ABSTAIN'
    return 'CLEAN' if any(unit in summary['truncations'] for unit in named) else 'DRAWBACK'
