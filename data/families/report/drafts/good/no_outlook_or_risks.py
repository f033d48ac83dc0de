# failure class: missing-section
# tier: static
# description: a part that the brief asks for is not there
# parameter PARTS: ('risks', 'outlook') | ('outlook',)

PARTS = ('risks', 'outlook')


def check(item):
    return 'CLEAN' if all(item['facts'][part] for part in PARTS) else 'DRAWBACK'
