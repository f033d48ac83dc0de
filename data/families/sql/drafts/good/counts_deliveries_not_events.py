# failure class: fan-out
# tier: static
# description: events are counted although one event can be delivered several times

def check(item):
    summary = item['facts']['summary']
    if summary is None or 'product.events' not in summary['tables']:
        return 'ABSTAIN'
    counts = [one for one in summary['aggregates'] if one['name'] == 'count']
    if not counts or 'once' not in item['task']['externalKnowledge']:
        return 'ABSTAIN'
    once = any(one['distinct'] for one in counts) or summary['distinct'] > 0 or 'GROUP BY event_id' in item['output'] or summary['groupings'] > 1
    return 'CLEAN' if once else 'DRAWBACK'
