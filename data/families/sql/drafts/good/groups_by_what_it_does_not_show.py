# failure class: wrong-grouping
# tier: static
# description: a GROUP BY key appears in no column of the result
# parameter TOLERATED: 0 | 1

TOLERATED = 0


def check(item):
    summary = item['facts']['summary']
    if summary is None or not summary['groupBy']:
        return 'ABSTAIN'
    shown = ' | '.join(column['text'] for column in summary['select'])
    hidden = [key for key in summary['groupBy'] if key not in shown]
    return 'DRAWBACK' if len(hidden) > TOLERATED else 'CLEAN'
