# failure class: missing-filter
# tier: static
# description: a period has a first day and no last one, or the other way round

import re


def check(item):
    summary = item['facts']['summary']
    if summary is None or re.search(r'\bin (the year )?20\d\d|of 20\d\d', item['task']['prompt']) is None:
        return 'ABSTAIN'
    lower = any(re.search(r">=? (DATE )?'20", condition) for condition in summary['conditions'])
    upper = any(re.search(r"<=? (DATE )?'20", condition) for condition in summary['conditions'])
    if not lower and not upper:
        return 'ABSTAIN'
    return 'CLEAN' if lower and upper else 'DRAWBACK'
