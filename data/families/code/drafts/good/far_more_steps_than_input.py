# failure class: endless-loop
# tier: execution
# description: takes very many steps on a small visible example
# parameter MOST_STEPS: 5000 | 20000 | 50000

MOST_STEPS = 5000


def check(item):
    steps = [example['steps'] for example in item['facts']['examples'] if 'steps' in example]
    if not steps:
        return 'ABSTAIN'
    return 'DRAWBACK' if max(steps) > MOST_STEPS else 'CLEAN'
