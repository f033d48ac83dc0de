# failure class: any
# tier: execution
# description: fires when any probe raises, prints, or gives None or an empty value
# parameter EMPTY: ('None', '[]', "''", '0', 'False') | ('None', '0', '-1')

EMPTY = ('None', '[]', "''", '0', 'False')


def check(item):
    probes = [probe for probe in item['facts']['probes'] if probe['outcome'] != 'not-run']
    if not probes:
        return 'ABSTAIN'
    odd = [probe for probe in probes if probe['outcome'] != 'returned' or probe['printed'] or probe['value'] in EMPTY]
    return 'DRAWBACK' if odd else 'CLEAN'
