# failure class: missing-filter
# tier: static
# description: a year is asked for and no condition names it
# parameter BOUNDS: 1 | 3

import re


def check(item):
    summary = item['facts']['summary']
    years = re.findall(r'\b20\d\d\b', item['task']['prompt'])
    if summary is None or not years:
        return 'ABSTAIN'
    conditions = ' '.join(summary['conditions'] + summary['having'] + summary['qualify']) + ' ' + ' '.join(summary['literals'])
    bounds = len(re.findall(r"20\d\d", conditions))
    return 'DRAWBACK' if bounds < BOUNDS else 'CLEAN'


BOUNDS = 1
