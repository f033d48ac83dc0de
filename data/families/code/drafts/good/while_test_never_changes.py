# failure class: endless-loop
# tier: static
# description: a while loop whose body neither changes what is tested nor leaves
# parameter IGNORE_CALLS: True | False

IGNORE_CALLS = True


def check(item):
    entry = item['facts']['entry']
    if entry is None or not entry['whileLoops']:
        return 'ABSTAIN'
    for loop in entry['whileLoops']:
        if not loop['changesTest'] and not loop['leaves'] and (IGNORE_CALLS or '(' not in loop['test']):
            return 'DRAWBACK'
    return 'CLEAN'
