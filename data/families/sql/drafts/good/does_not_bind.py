# failure class: invented-name
# tier: execution
# description: the database does not know a name or a function of the query
# parameter WORDS: ('does not exist', 'not found') | ('does not exist',)

WORDS = ('does not exist', 'not found')


def check(item):
    problem = item['facts']['problem']
    if problem is None:
        return 'CLEAN'
    return 'DRAWBACK' if any(word in problem['message'] for word in WORDS) else 'ABSTAIN'
