# failure class: lost-rows
# tier: static
# description: any query that joins without an outer join

def check(item):
    summary = item['facts']['summary']
    if summary is None or not summary['joins']:
        return 'ABSTAIN'
    return 'DRAWBACK' if all(join['kind'] == 'inner' for join in summary['joins']) else 'CLEAN'
