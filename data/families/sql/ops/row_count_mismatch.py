# failure class: wrong-order-or-limit
# tier: execution
# description: the question asks for a certain number of rows and the result has another
#
# Speaks only where the question says "which ten …", "the five …" and the like.
import re

NUMBERS = {'two': 2, 'three': 3, 'four': 4, 'five': 5, 'six': 6, 'eight': 8, 'ten': 10}


def check(item):
    result = item['facts']['result']
    question = item['task']['prompt'].lower()
    asked = re.search(r'\b(?:which|the) (two|three|four|five|six|eight|ten)\b', question)
    if result is None or asked is None or 'each' in question:
        return 'ABSTAIN'
    return 'CLEAN' if result['rows'] == NUMBERS[asked.group(1)] else 'DRAWBACK'
