# failure class: missing-filter
# tier: static
# description: the knowledge rules a status out, and the query does not name it
# parameter WORDS: ('cancelled', 'void', 'pending') | ('cancelled', 'void')

import re

WORDS = ('cancelled', 'void', 'pending')


def check(item):
    summary = item['facts']['summary']
    knowledge = item['task']['externalKnowledge'].lower()
    ruled = [word for word in WORDS if re.search(word + r'[a-z ]* (do not count|bring none|left out|were not sold|did not)', knowledge) or word + ' orders left out' in knowledge]
    if summary is None or not ruled:
        return 'ABSTAIN'
    named = [text.lower() for text in summary['literals']]
    return 'DRAWBACK' if any(word not in named for word in ruled) else 'CLEAN'
