# failure class: any
# tier: static
# description: is not valid Python

def check(item)
    return 'DRAWBACK' if 'WHERE' not in item['output'] else 'CLEAN'
