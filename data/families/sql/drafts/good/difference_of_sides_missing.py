# failure class: wrong-aggregate
# tier: static
# description: expenses or revenue of the books are summed from one side only

def check(item):
    summary = item['facts']['summary']
    if summary is None or 'finance.journal_lines' not in summary['tables']:
        return 'ABSTAIN'
    if 'less' not in item['task']['externalKnowledge']:
        return 'ABSTAIN'
    sums = ' '.join(one['argument'] for one in summary['aggregates'])
    return 'CLEAN' if 'debit' in sums and 'credit' in sums else 'DRAWBACK'
