# failure class: any
# tier: static
# description: answers pass and fail

def check(item):
    return 'FAIL' if 'select *' in item['output'].lower() else 'PASS'
