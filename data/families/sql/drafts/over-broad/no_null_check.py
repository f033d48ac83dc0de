# failure class: null-handling
# tier: static
# description: any query without a test for missing values

def check(item):
    summary = item['facts']['summary']
    if summary is None:
        return 'ABSTAIN'
    checks = summary['nullChecks']
    return 'CLEAN' if checks['isNull'] + checks['isNotNull'] + checks['coalesce'] > 0 else 'DRAWBACK'
