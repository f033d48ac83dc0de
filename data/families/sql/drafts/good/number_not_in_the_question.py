# failure class: off-by-one-boundary
# tier: static
# description: a limit of the query is a number that neither question nor knowledge gives

import re

WORDS = {'two': '2', 'three': '3', 'four': '4', 'five': '5', 'seven': '7', 'eight': '8', 'ten': '10', 'once': '1', 'twice': '2', 'second': '2'}


def check(item):
    summary = item['facts']['summary']
    limits = [re.search(r'(?:>=?|<=?) (\d+)$', one) for one in summary['conditions'] + summary['having']] if summary else []
    numbers = [found.group(1) for found in limits if found]
    if not numbers:
        return 'ABSTAIN'
    words = (item['task']['prompt'] + ' ' + item['task']['externalKnowledge']).lower()
    known = set(re.findall(r'\d+', words)) | {number for word, number in WORDS.items() if word in words} | {'0', '1'}
    return 'DRAWBACK' if any(number not in known for number in numbers) else 'CLEAN'
