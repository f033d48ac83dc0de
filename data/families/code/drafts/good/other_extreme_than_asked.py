# failure class: wrong-operator
# tier: static
# description: takes the minimum where the task speaks of the largest only, or the maximum where it speaks of the smallest only
# parameter LARGE: ('largest', 'maximum', 'highest', 'longest', 'most') | ('largest', 'maximum', 'greatest', 'biggest')

LARGE = ('largest', 'maximum', 'highest', 'longest', 'most')
SMALL = ('smallest', 'minimum', 'lowest', 'shortest', 'fewest')


def check(item):
    entry = item['facts']['entry']
    prompt = item['task']['prompt'].lower()
    large, small = any(word in prompt for word in LARGE), any(word in prompt for word in SMALL)
    if entry is None or large == small:
        return 'ABSTAIN'
    wrong, right = ('min', 'max') if large else ('max', 'min')
    return 'DRAWBACK' if wrong in entry['calls'] and right not in entry['calls'] else 'CLEAN'
