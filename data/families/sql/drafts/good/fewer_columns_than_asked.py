# failure class: misread-question
# tier: execution
# description: the question says what to show, and the result has fewer columns

import re


def check(item):
    result = item['facts']['result']
    shown = re.search(r'Show ([^.]+?)[.,;]? ?(?:rounded|the |$|\.)', item['task']['prompt'])
    if result is None or shown is None:
        return 'ABSTAIN'
    parts = len(re.findall(r', | and ', shown.group(1))) + 1
    return 'DRAWBACK' if len(result['columns']) < min(parts, 3) else 'CLEAN'
