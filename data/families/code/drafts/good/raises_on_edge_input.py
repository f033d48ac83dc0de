# failure class: dropped-guard
# tier: execution
# description: raises on an edge input although the visible examples run
# parameter EDGES: ('empty',) | ('empty', 'zero') | ('empty', 'zero', 'single') | ('empty', 'zero', 'negative', 'single')

EDGES = ('empty',)


def check(item):
    facts = item['facts']
    edges = [probe for probe in facts['probes'] if probe['kind'] in EDGES and probe['outcome'] != 'not-run']
    if not edges or not any(example['outcome'] == 'returned' for example in facts['examples']):
        return 'ABSTAIN'
    return 'DRAWBACK' if any(probe['outcome'] == 'raised' for probe in edges) else 'CLEAN'
