# failure class: any
# tier: execution
# description: speaks only about results with a time of day

def check(item):
    result = item['facts']['result']
    times = [column for column in result['columns'] if column['type'] in ('TIME', 'INTERVAL')] if result else []
    if not times:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(column['nulls'] for column in times) else 'CLEAN'
