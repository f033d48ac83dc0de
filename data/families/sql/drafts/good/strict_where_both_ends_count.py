# failure class: off-by-one-boundary
# tier: static
# description: the first day of a period is left out by a strict comparison

import re


def check(item):
    summary = item['facts']['summary']
    lower = [one for one in summary['conditions'] if re.search(r"[^<]> (DATE )?'20\d\d-\d\d-01'", one)] if summary else []
    bounded = [one for one in summary['conditions'] if re.search(r"'20\d\d-\d\d-\d\d'", one)] if summary else []
    if not bounded:
        return 'ABSTAIN'
    return 'DRAWBACK' if [one for one in lower if 'valid_to' not in one and 'closed_on' not in one and 'discontinued' not in one] else 'CLEAN'
