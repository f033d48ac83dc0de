# failure class: wrong-aggregate
# tier: execution
# description: a percentage was asked for and no value is above one
# parameter CEILING: 1.0 | 2.0

CEILING = 1.0


def check(item):
    result = item['facts']['result']
    question = item['task']['prompt'].lower()
    if result is None or 'percent' not in question:
        return 'ABSTAIN'
    numbers = [column for column in result['columns'] if column['numeric'] and column['largest'] is not None]
    if not numbers:
        return 'ABSTAIN'
    return 'DRAWBACK' if numbers[-1]['largest'] <= CEILING else 'CLEAN'
