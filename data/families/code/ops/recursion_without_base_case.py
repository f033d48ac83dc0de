# failure class: endless-loop
# tier: static
# description: a recursive function without a condition that ends the recursion
#
# Speaks only about functions that call themselves, directly or through others. There is a base case when a return stands
# under a condition, or every call does; and none, whatever the text says, when no run on an example or probe came back.


def check(item):
    facts = item['facts']
    entry = facts['entry']
    if entry is None or not entry['recursive']:
        return 'ABSTAIN'
    runs = facts['examples'] + facts['probes']
    endless = [run for run in runs if run['outcome'] == 'step-limit' or run.get('error') == 'RecursionError']
    if endless and not any(run['outcome'] == 'returned' for run in runs):
        return 'DRAWBACK'
    return 'CLEAN' if entry['baseCase'] else 'DRAWBACK'
