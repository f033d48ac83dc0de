# failure class: repetition
# tier: static
# description: the same line or sentence of some length comes three times

import re


def check(item):
    parts = [part.strip() for part in re.split(r'[\n.!?]+', item['output'])]
    long = [part for part in parts if len(part) >= 20]
    if len(long) < 3:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(long.count(part) >= 3 for part in set(long)) else 'CLEAN'
