# failure class: wrong-grouping
# tier: static
# description: the question names two things to break down by, and the query groups by fewer
# parameter LEAST: 2 | 3

import re

LEAST = 2


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt'].lower()
    named = len(re.findall(r'\beach\b', question)) + 2 * len(re.findall(r'\bby [a-z]+ and [a-z]+', question))
    if summary is None or named < LEAST or not summary['aggregates']:
        return 'ABSTAIN'
    return 'DRAWBACK' if len(summary['groupBy']) < 2 and summary['groupings'] < 2 else 'CLEAN'
