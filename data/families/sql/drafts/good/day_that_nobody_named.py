# failure class: off-by-one-boundary
# tier: static
# description: a date of the query is neither a first day of a month nor named by question or knowledge

import re


def check(item):
    summary = item['facts']['summary']
    dates = [text for text in summary['literals'] if re.fullmatch(r'20\d\d-\d\d-\d\d', text)] if summary else []
    if not dates:
        return 'ABSTAIN'
    words = item['task']['prompt'] + ' ' + item['task']['externalKnowledge']
    odd = [text for text in dates if not text.endswith('-01') and str(int(text[8:])) not in re.findall(r'\d+', words)]
    return 'DRAWBACK' if odd else 'CLEAN'
