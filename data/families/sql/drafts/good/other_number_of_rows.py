# failure class: wrong-order-or-limit
# tier: execution
# description: a number of rows was asked for and the result has another
# parameter NUMBERS: {'three': 3, 'five': 5, 'eight': 8, 'ten': 10} | {'five': 5, 'ten': 10}

import re

NUMBERS = {'three': 3, 'five': 5, 'eight': 8, 'ten': 10}


def check(item):
    result = item['facts']['result']
    question = item['task']['prompt'].lower()
    asked = re.search(r'which (three|five|eight|ten)', question)
    if result is None or asked is None or 'each' in question:
        return 'ABSTAIN'
    return 'CLEAN' if result['rows'] == NUMBERS[asked.group(1)] else 'DRAWBACK'
