# failure class: no-next-step
# tier: static
# description: the answer does not say what happens next or what the customer can do

import re


def check(item):
    return 'CLEAN' if re.search(r'\b(please|will|you can)\b', item['output'], re.I) else 'DRAWBACK'
