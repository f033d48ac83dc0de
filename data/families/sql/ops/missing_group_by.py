# failure class: wrong-grouping
# tier: static
# description: the question asks for a value of each of several things, and the query groups by fewer
#
# Speaks where the question says "each" or "every", or "by" or "per" with a noun. Groups are the GROUP BY keys of the outermost
# query or the partitions of its windows.
import re


def wanted(question):
    keys = len(re.findall(r'\b(?:each|every)\b', question))
    if keys == 0 and re.search(r'\b(?:by|per) (?:its |the )?[a-z]+', question):
        keys = 1
    return min(keys, 2)


def check(item):
    summary = item['facts']['summary']
    keys = wanted(item['task']['prompt'].lower())
    if summary is None or keys == 0:
        return 'ABSTAIN'
    kept = [column for column in summary['select'] if column['kind'] in ('column', 'expression')]
    partitions = max([len(window['partitions']) for window in summary['windows']], default=0)
    groups = max(len(summary['groupBy']), partitions, len(kept) if summary['distinct'] else 0)
    if not summary['aggregates'] and not summary['windows']:
        return 'ABSTAIN'
    return 'DRAWBACK' if groups < keys and len(kept) < keys else 'CLEAN'
