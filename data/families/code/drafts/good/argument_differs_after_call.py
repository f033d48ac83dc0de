# failure class: mutated-input
# tier: execution
# description: an argument is not what it was after a call
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    facts = item['facts']
    runs = [run for run in facts['examples'] + facts['probes'] if run['outcome'] in ('returned', 'raised')]
    changeable = [run for run in runs if '[' in run['call'] or '{' in run['call']]
    if len(changeable) < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if sum(run['mutated'] for run in changeable) >= LEAST else 'CLEAN'
