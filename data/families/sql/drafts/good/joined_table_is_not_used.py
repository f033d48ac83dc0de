# failure class: fan-out
# tier: static
# description: a table is joined and nothing of it is used but the key

def check(item):
    summary = item['facts']['summary']
    if summary is None or len(summary['joins']) == 0:
        return 'ABSTAIN'
    used = ' '.join([column['text'] for column in summary['select']] + summary['conditions'] + summary['groupBy'] + summary['having'] + summary['qualify'])
    idle = [join for join in summary['joins'] if join['kind'] == 'left' and join['conditions'] == 1 and 'IS NULL' not in used and 'COALESCE' not in used and 'COUNT(' not in used]
    return 'DRAWBACK' if idle else 'CLEAN'
