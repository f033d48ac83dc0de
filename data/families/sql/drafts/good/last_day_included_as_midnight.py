# failure class: off-by-one-boundary
# tier: static
# description: a time is compared with the last day of a period as if that day had no hours
# parameter TIMES: r'(_at)' | r'(_at|_on)'

import re

TIMES = r'(_at)'


def check(item):
    summary = item['facts']['summary']
    bounded = [one for one in summary['conditions'] if re.search(TIMES, one) and re.search(r"<=? (DATE )?'20", one)] if summary else []
    if not bounded:
        return 'ABSTAIN'
    late = [one for one in bounded if re.search(r"<=? (DATE )?'20\d\d-\d\d-(3[01]|2[89])'", one) or re.search(r"<= (DATE )?'", one)]
    return 'DRAWBACK' if late else 'CLEAN'
