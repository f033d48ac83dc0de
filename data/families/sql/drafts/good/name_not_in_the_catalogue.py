# failure class: invented-name
# tier: static
# description: a name of the query is in no table of the catalogue
# parameter LEAST: 1 | 2

LEAST = 1


def check(item):
    summary = item['facts']['summary']
    if summary is None or not summary['tables'] or summary['unknownNames'] is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(summary['unknownNames']) >= LEAST else 'CLEAN'
