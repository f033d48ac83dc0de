# failure class: endless-loop
# tier: execution
# description: does not end on an example or on a probe
# parameter WITH_PROBES: True | False

WITH_PROBES = True


def check(item):
    facts = item['facts']
    runs = facts['examples'] + (facts['probes'] if WITH_PROBES else [])
    outcomes = [run['outcome'] for run in runs if run['outcome'] != 'not-run']
    if not outcomes:
        return 'DRAWBACK' if facts['execution'] == 'timed-out' else 'ABSTAIN'
    return 'DRAWBACK' if 'step-limit' in outcomes else 'CLEAN'
