# failure class: missing-order
# tier: static
# description: the number of the order in the message is not in the answer
#
# Silent where the message names no order.

import re


def check(item):
    orders = re.findall(r'#\d+', item['task']['prompt'])
    if not orders:
        return 'ABSTAIN'
    return 'CLEAN' if all(order in item['output'] for order in orders) else 'DRAWBACK'
