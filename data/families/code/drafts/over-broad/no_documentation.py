# failure class: any
# tier: static
# description: takes a missing docstring or comment for a fault
# parameter COMMENTS_COUNT: True | False

COMMENTS_COUNT = True


def check(item):
    text = item['output']
    documented = '"""' in text or (COMMENTS_COUNT and '#' in text)
    return 'CLEAN' if documented else 'DRAWBACK'
