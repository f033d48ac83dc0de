# failure class: crash
# tier: execution
# description: raises an exception on a visible example or on an ordinary input made from one
#
# Probes that may lie outside what the task means (empty, zero, negative) do not count. Silent when nothing was called.

OUTSIDE = ('empty', 'zero', 'negative')


def check(item):
    facts = item['facts']
    runs = facts['examples'] + [probe for probe in facts['probes'] if probe['kind'] not in OUTSIDE]
    outcomes = [run['outcome'] for run in runs if run['outcome'] != 'not-run']
    if not outcomes:
        return 'ABSTAIN'
    return 'DRAWBACK' if 'raised' in outcomes else 'CLEAN'
