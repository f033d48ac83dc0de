# failure class: promise
# tier: static
# description: the answer promises something that nobody can know

import re

PROMISES = r'guarantee|we promise|definitely|full refund|will arrive (by|on|tomorrow)'


def check(item):
    return 'DRAWBACK' if re.search(PROMISES, item['output'], re.I) else 'CLEAN'
