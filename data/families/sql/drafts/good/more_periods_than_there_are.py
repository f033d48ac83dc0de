# failure class: wrong-grouping
# tier: execution
# description: a year was asked for by months or quarters, and the result has more periods than a year has
# parameter PERIODS: {'month': 12, 'quarter': 4} | {'month': 11, 'quarter': 3}

import re

PERIODS = {'month': 12, 'quarter': 4}


def check(item):
    result = item['facts']['result']
    question = item['task']['prompt'].lower()
    asked = re.search(r'\beach (month|quarter)\b.*\bof 20\d\d\b|\bevery (month|quarter) of 20\d\d\b', question)
    if result is None or asked is None:
        return 'ABSTAIN'
    most = PERIODS[asked.group(1) or asked.group(2)]
    dates = [column for column in result['columns'] if column['type'] in ('DATE', 'TIMESTAMP')]
    return 'DRAWBACK' if not dates or any(column['distinct'] > most for column in dates) else 'CLEAN'
