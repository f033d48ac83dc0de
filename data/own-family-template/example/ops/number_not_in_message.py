# failure class: invented-number
# tier: static
# description: the answer states a number that the message does not have
#
# Silent where the answer states no number.

import re


def check(item):
    stated = re.findall(r'\d+', item['output'])
    if not stated:
        return 'ABSTAIN'
    known = set(re.findall(r'\d+', item['task']['prompt']))
    return 'DRAWBACK' if any(number not in known for number in stated) else 'CLEAN'
