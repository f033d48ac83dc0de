# failure class: invented-number
# tier: static
# description: states a number that the prompt does not have
#
# Silent where the prompt or the output has no number: then numbers are asked for.

import re


def check(item):
    known = set(re.findall(r'\d+(?:\.\d+)?', item['task']['prompt']))
    stated = set(re.findall(r'\d+(?:\.\d+)?', item['output']))
    if not known or not stated:
        return 'ABSTAIN'
    return 'CLEAN' if stated <= known else 'DRAWBACK'
