# failure class: invented-name
# tier: static
# description: a table is not in the excerpt of the catalogue

def check(item):
    summary = item['facts']['summary']
    if summary is None or not summary['tables']:
        return 'ABSTAIN'
    return 'CLEAN' if all(table + ':' in item['task']['catalogue'] for table in summary['tables']) else 'DRAWBACK'
