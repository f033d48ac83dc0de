# failure class: any
# tier: static
# description: defines no check

def looks_wrong(item):
    return 'DRAWBACK' if ';' in item['output'] else 'CLEAN'
