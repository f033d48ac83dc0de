# failure class: crash
# tier: execution
# description: raises an exception on a visible example
# parameter ERRORS: None | ('TypeError', 'AttributeError', 'IndexError', 'KeyError') | ('TypeError', 'AttributeError')

ERRORS = None


def check(item):
    runs = [example for example in item['facts']['examples'] if example['outcome'] in ('returned', 'raised')]
    if not runs:
        return 'ABSTAIN'
    raised = [run['error'] for run in runs if run['outcome'] == 'raised']
    return 'DRAWBACK' if any(ERRORS is None or error in ERRORS for error in raised) else 'CLEAN'
