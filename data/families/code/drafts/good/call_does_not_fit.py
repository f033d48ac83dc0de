# failure class: wrong-signature
# tier: execution
# description: a visible example cannot be called because a name or the number of arguments does not fit
# parameter ERRORS: ('NameError', 'TypeError') | ('NameError', 'UnboundLocalError', 'TypeError')

ERRORS = ('NameError', 'TypeError')


def check(item):
    facts = item['facts']
    if facts['entry'] is None:
        return 'DRAWBACK' if facts['functions'] else 'ABSTAIN'
    raised = [example for example in facts['examples'] if example['outcome'] == 'raised' and example['error'] in ERRORS]
    words = ('not defined', 'positional argument', 'missing', 'takes', 'not associated')
    return 'DRAWBACK' if any(word in example['message'] for example in raised for word in words) else 'CLEAN'
