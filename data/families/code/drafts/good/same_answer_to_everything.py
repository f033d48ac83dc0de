# failure class: wrong-operator
# tier: execution
# description: gives the same truth value, or the same empty or zero result, whatever it is called with
# parameter LEAST_RUNS: 3 | 4 | 5

LEAST_RUNS = 3


def check(item):
    facts = item['facts']
    runs = [run for run in facts['examples'] + facts['probes'] if run['outcome'] == 'returned']
    if len(runs) < LEAST_RUNS:
        return 'ABSTAIN'
    values = {run['value'] for run in runs}
    return 'DRAWBACK' if len(values) == 1 and values <= {'True', 'False', '0', '[]', "''", '{}', 'None'} else 'CLEAN'
