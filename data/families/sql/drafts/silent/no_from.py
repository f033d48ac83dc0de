# failure class: any
# tier: static
# description: speaks only about queries that read no table

def check(item):
    summary = item['facts']['summary']
    if summary is None or summary['tables'] or summary['commonTables']:
        return 'ABSTAIN'
    return 'DRAWBACK' if not summary['literals'] else 'CLEAN'
