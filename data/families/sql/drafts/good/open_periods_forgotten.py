# failure class: null-handling
# tier: static
# description: an end of a period that may be open is compared without a test for NULL
# parameter COLUMN: 'valid_to' | 'closed_at'

COLUMN = 'valid_to'


def check(item):
    summary = item['facts']['summary']
    conditions = [one for one in summary['conditions'] if COLUMN in one] if summary else []
    if not conditions:
        return 'ABSTAIN'
    careful = any('IS NULL' in one or 'COALESCE' in one for one in conditions)
    return 'CLEAN' if careful else 'DRAWBACK'
