# failure class: invented-name
# tier: static
# description: names a table or a column that the catalogue does not have and the query does not define


def check(item):
    summary = item['facts']['summary']
    if summary is None or not summary['tables'] or summary['unknownNames'] is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if summary['unknownNames'] else 'CLEAN'
