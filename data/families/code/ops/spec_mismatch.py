# failure class: misread-spec
# tier: execution
# description: does not give what a visible example says
#
# Runs nothing itself: the root has called the program on the examples of the task. Silent when no example could be read
# or called.


def check(item):
    held = [example['holds'] for example in item['facts']['examples'] if example['holds'] is not None]
    if not held:
        return 'ABSTAIN'
    return 'CLEAN' if all(held) else 'DRAWBACK'
