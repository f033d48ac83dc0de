# failure class: off-by-one-boundary
# tier: static
# description: any query that compares with a date

import re


def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(re.fullmatch(r'20\d\d-\d\d-\d\d', text) for text in summary['literals']) else 'CLEAN'
