# failure class: crash
# tier: execution
# description: raises an exception on an ordinary input made from an example
# parameter KINDS: ('repeated', 'reversed', 'next') | ('one', 'next', 'single') | ('repeated', 'reversed', 'one', 'next', 'single')

KINDS = ('repeated', 'reversed', 'next')


def check(item):
    runs = [probe for probe in item['facts']['probes'] if probe['kind'] in KINDS and probe['outcome'] != 'not-run']
    if not runs:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(run['outcome'] == 'raised' for run in runs) else 'CLEAN'
