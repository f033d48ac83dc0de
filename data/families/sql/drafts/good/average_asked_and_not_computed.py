# failure class: wrong-aggregate
# tier: static
# description: an average or a median is asked for and the query computes none

import re

ASKED = {'average': ('avg', 'sum', 'count'), 'median': ('median', 'quantile_cont', 'percentile_cont')}


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt'].lower()
    asked = [word for word in ASKED if word in question]
    if summary is None or not asked:
        return 'ABSTAIN'
    names = {one['name'] for one in summary['aggregates']}
    if 'average' in asked and 'avg' not in names and not (re.search(r'/', ' '.join(column['text'] for column in summary['select']))):
        return 'DRAWBACK'
    return 'DRAWBACK' if 'median' in asked and not names & set(ASKED['median']) else 'CLEAN'
