# failure class: fan-out
# tier: static
# description: any query with two joins or more
# parameter LEAST: 2 | 1

def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(summary['joins']) >= LEAST else 'CLEAN'


LEAST = 2
