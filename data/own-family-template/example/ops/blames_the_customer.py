# failure class: tone
# tier: static
# description: the answer puts the blame on the customer

import re


def check(item):
    return 'DRAWBACK' if re.search(r'you should have|your (mistake|fault)', item['output'], re.I) else 'CLEAN'
