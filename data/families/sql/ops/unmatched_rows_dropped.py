# failure class: lost-rows
# tier: static
# description: the question asks for everything, also what has no partner, and no join keeps it
#
# Speaks only where the question asks to list all of something, or things without any, and the query joins.
import re

ASKS = r"\blist (?:every|all)\b|\balso (?:those|codes)\b|\bwithout (?:any|such)\b|\bnever\b|, too\b|\bno (?:user|tag|parcel|event|invoice)\b"


def check(item):
    summary = item['facts']['summary']
    if summary is None or not summary['joins'] or re.search(ASKS, item['task']['prompt'].lower()) is None:
        return 'ABSTAIN'
    keeps = any(join['kind'] in ('left', 'right', 'full') for join in summary['joins'])
    excludes = any('NOT EXISTS' in condition or 'NOT IN' in condition for condition in summary['conditions'])
    return 'CLEAN' if keeps or excludes else 'DRAWBACK'
