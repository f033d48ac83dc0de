# failure class: invented-name
# tier: static
# description: any query that reads from a schema and uses a subquery or a common table

def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if summary['commonTables'] or summary['subqueries'] else 'CLEAN'
