# failure class: any
# tier: execution
# description: reads a fact that does not exist

def check(item):
    plan = item['facts']['plan']
    return 'DRAWBACK' if plan['rows'] > 1000 else 'CLEAN'
