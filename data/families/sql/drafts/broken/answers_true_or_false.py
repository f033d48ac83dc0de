# failure class: any
# tier: static
# description: answers with a truth value instead of a verdict
# parameter LEAST: 200 | 400

def check(item):
    return len(item['output']) > LEAST


LEAST = 200
