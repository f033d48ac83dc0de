# failure class: misread-question
# tier: static
# description: any query with a literal that the question does not hold

def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(text not in item['task']['prompt'] for text in summary['literals']) else 'CLEAN'
