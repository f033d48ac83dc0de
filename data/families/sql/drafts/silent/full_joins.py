# failure class: any
# tier: static
# description: speaks only about full joins
# parameter KINDS: ('full', 'right') | ('cross',)

def check(item):
    summary = item['facts']['summary']
    joins = [join for join in summary['joins'] if join['kind'] in KINDS] if summary else []
    if not joins:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(join['conditions'] == 0 for join in joins) else 'CLEAN'


KINDS = ('full', 'right')
