# failure class: any
# tier: execution
# description: answers with words that are no verdict
# parameter WORDS: ('FAIL', 'PASS') | ('drawback', 'clean') | ('yes', 'no')

WORDS = ('FAIL', 'PASS')


def check(item):
    raised = any(example['outcome'] == 'raised' for example in item['facts']['examples'])
    return WORDS[0] if raised else WORDS[1]
