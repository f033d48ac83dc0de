# failure class: print-instead-of-return
# tier: execution
# description: prints something on a call and gives None where a value is expected
# parameter WITH_PROBES: True | False

WITH_PROBES = True


def check(item):
    facts = item['facts']
    wanted = {example['expectedType'] for example in facts['examples'] if example['readable']}
    runs = facts['examples'] + (facts['probes'] if WITH_PROBES else [])
    runs = [run for run in runs if run['outcome'] == 'returned']
    if not runs or 'None' in wanted:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(run['printed'] and run['type'] == 'None' for run in runs) else 'CLEAN'
