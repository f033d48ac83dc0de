# failure class: wrong-grouping
# tier: execution
# description: a breakdown was asked for and the result is a single row
# parameter LEAST: 2 | 3

LEAST = 2


def check(item):
    result = item['facts']['result']
    question = item['task']['prompt'].lower()
    if result is None or not any(word in question for word in (' each ', ' every ', ' by ')):
        return 'ABSTAIN'
    return 'DRAWBACK' if result['rows'] < LEAST else 'CLEAN'
