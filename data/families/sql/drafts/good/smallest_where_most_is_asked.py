# failure class: wrong-order-or-limit
# tier: static
# description: the most, largest or highest is asked for and the query sorts upwards
# parameter WORDS: r'the (most|largest|highest|heaviest) first|most often|spent most' | r'(most|largest|highest) first'

import re

WORDS = r'the (most|largest|highest|heaviest) first|most often|spent most'


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt'].lower()
    if summary is None or re.search(WORDS, question) is None or not summary['orderBy']:
        return 'ABSTAIN'
    return 'CLEAN' if summary['orderBy'][0]['descending'] else 'DRAWBACK'
