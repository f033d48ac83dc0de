# failure class: wrong-order-or-limit
# tier: static
# description: one of each group is asked for and no rank chooses it

import re


def check(item):
    summary = item['facts']['summary']
    question = item['task']['prompt'].lower()
    if summary is None or re.search(r'^(which|on which|at which) [a-z ]+ (is|was|sold|closed|has)', question) is None or 'each' not in question:
        return 'ABSTAIN'
    chosen = summary['qualify'] or any(one['name'] in ('max_by', 'min_by', 'arg_max', 'arg_min') for one in summary['aggregates']) or summary['windows']
    return 'CLEAN' if chosen else 'DRAWBACK'
