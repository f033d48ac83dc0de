# failure class: null-handling
# tier: static
# description: missing values should go under a name that the query does not use

import re


def check(item):
    summary = item['facts']['summary']
    label = re.search(r"under '([^']+)'", item['task']['prompt'])
    if summary is None or label is None:
        return 'ABSTAIN'
    return 'CLEAN' if label.group(1) in summary['literals'] else 'DRAWBACK'
