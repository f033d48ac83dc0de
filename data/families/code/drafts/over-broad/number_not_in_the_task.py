# failure class: any
# tier: static
# description: distrusts every number that the task does not mention
# parameter FINE: () | ('0', '1') | ('0', '1', '2', '10')

FINE = ()


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(number not in item['task']['prompt'] and number not in FINE for number in entry['numbers']) else 'CLEAN'
