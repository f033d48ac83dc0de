# failure class: null-handling
# tier: static
# description: missing values are to be left out, and nothing tests for them

import re


def check(item):
    summary = item['facts']['summary']
    knowledge = item['task']['externalKnowledge'].lower()
    if summary is None or not summary['nullableColumns'] or re.search(r'without (a |an )?\w+ (are left out|do not count|neither)|guests', knowledge) is None:
        return 'ABSTAIN'
    checks = summary['nullChecks']
    inner = any(join['kind'] == 'inner' for join in summary['joins'])
    return 'CLEAN' if checks['isNotNull'] + checks['isNull'] + checks['coalesce'] > 0 or inner else 'DRAWBACK'
