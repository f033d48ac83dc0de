# failure class: dropped-guard
# tier: execution
# description: returns another type on an edge input than on the visible examples
# parameter EDGES: ('empty', 'zero') | ('empty', 'single') | ('single', 'one')
# parameter NONE_IS_FINE: False | True

EDGES = ('empty', 'zero')
NONE_IS_FINE = False


def check(item):
    facts = item['facts']
    usual = {example['expectedType'] for example in facts['examples'] if example['readable']}
    edges = [probe for probe in facts['probes'] if probe['kind'] in EDGES and probe['outcome'] == 'returned']
    if not edges or not usual:
        return 'ABSTAIN'
    for probe in edges:
        if probe['type'] not in usual and not (NONE_IS_FINE and probe['type'] == 'None'):
            return 'DRAWBACK'
    return 'CLEAN'
