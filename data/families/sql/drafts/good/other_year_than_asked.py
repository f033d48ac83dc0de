# failure class: misread-question
# tier: static
# description: the query names a year that the question does not, and not the next one

import re


def check(item):
    summary = item['facts']['summary']
    asked = {int(year) for year in re.findall(r'\b20\d\d\b', item['task']['prompt'] + ' ' + item['task']['externalKnowledge'])}
    named = {int(year) for text in summary['literals'] for year in re.findall(r'\b20\d\d\b', text)} if summary else set()
    if not asked or not named:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(year not in asked and year - 1 not in asked for year in named) else 'CLEAN'
