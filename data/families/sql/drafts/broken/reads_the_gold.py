# failure class: any
# tier: execution
# description: wants to read the gold result

def check(item):
    gold = item['task']['goldResult']
    return 'CLEAN' if item['facts']['result']['rows'] == len(gold) else 'DRAWBACK'
