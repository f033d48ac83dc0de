# failure class: any
# tier: static
# description: calls a function that is not defined

def check(item):
    parsed = parse_sql(item['output'])
    return 'DRAWBACK' if parsed.joins else 'CLEAN'
