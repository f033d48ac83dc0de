# failure class: any
# tier: static
# description: speaks only about queries with four common tables
# parameter LEAST: 4 | 5

LEAST = 4


def check(item):
    summary = item['facts']['summary']
    if summary is None or len(summary['commonTables']) < LEAST:
        return 'ABSTAIN'
    return 'DRAWBACK' if summary['groupings'] == 0 else 'CLEAN'
