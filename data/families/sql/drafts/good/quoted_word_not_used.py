# failure class: misread-question
# tier: static
# description: a word that the question quotes is not in the query
# parameter LEAST: 1 | 2

import re

LEAST = 1


def check(item):
    summary = item['facts']['summary']
    quoted = re.findall(r"'([^']+)'", item['task']['prompt'])
    if summary is None or len(quoted) < LEAST:
        return 'ABSTAIN'
    used = ' '.join(summary['literals']).lower()
    return 'CLEAN' if all(word.lower() in used for word in quoted) else 'DRAWBACK'
