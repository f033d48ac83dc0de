# failure class: lost-rows
# tier: static
# description: a full list is asked for and every join drops what has no partner
# parameter WORDS: r'list (every|all)|, too|also those' | r'list every|without any'

import re

WORDS = r'list (every|all)|, too|also those'


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt'].lower()
    if summary is None or not summary['joins'] or re.search(WORDS, question) is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if all(join['kind'] == 'inner' for join in summary['joins']) else 'CLEAN'
