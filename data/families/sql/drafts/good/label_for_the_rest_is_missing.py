# failure class: lost-rows
# tier: execution
# description: rows that belong under a named rest do not appear

import re


def check(item):
    result = item['facts']['result']
    label = re.search(r"under '([^']+)'", item['task']['prompt'])
    if result is None or label is None or result['rows'] == 0 or result['rows'] > 5:
        return 'ABSTAIN'
    cells = [cell for row in result['firstRows'] for cell in row]
    return 'CLEAN' if label.group(1) in cells else 'DRAWBACK'
