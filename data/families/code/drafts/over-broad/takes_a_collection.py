# failure class: mutated-input
# tier: execution
# description: distrusts every function that is called with a list, dict or set
# parameter BRACKETS: ('[', '{') | ('[',)

BRACKETS = ('[', '{')


def check(item):
    calls = [example['call'] for example in item['facts']['examples'] if example['readable']]
    if not calls:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(bracket in call for call in calls for bracket in BRACKETS) else 'CLEAN'
