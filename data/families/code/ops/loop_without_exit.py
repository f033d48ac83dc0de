# failure class: endless-loop
# tier: static
# description: a while loop that nothing in its body can end
#
# Speaks only about functions with a while loop. A loop can end when its body changes something that the test reads, or
# leaves it by break, return or raise.


def check(item):
    entry = item['facts']['entry']
    if entry is None or not entry['whileLoops']:
        return 'ABSTAIN'
    for loop in entry['whileLoops']:
        if not loop['leaves'] and (loop['alwaysTrue'] or not loop['changesTest']):
            return 'DRAWBACK'
    return 'CLEAN'
