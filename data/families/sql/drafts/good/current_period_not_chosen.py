# failure class: missing-filter
# tier: static
# description: the present is asked for and no condition keeps past periods out
# parameter WORDS: r'current|present|no valid_to|without valid_to' | r'at present|current'

import re

WORDS = r'current|present|no valid_to|without valid_to'


def check(item):
    summary = item['facts']['summary']
    words = (item['task']['prompt'] + ' ' + item['task']['externalKnowledge']).lower()
    if summary is None or re.search(WORDS, words) is None:
        return 'ABSTAIN'
    return 'CLEAN' if any('valid_to' in condition for condition in summary['conditions']) else 'DRAWBACK'
