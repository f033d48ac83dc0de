# failure class: print-instead-of-return
# tier: static
# description: prints and can reach its end without a return
# parameter ONLY_WITHOUT_RETURNS: False | True

ONLY_WITHOUT_RETURNS = False


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    silent_end = entry['fallsThrough'] or entry['emptyReturns'] > 0
    if ONLY_WITHOUT_RETURNS and entry['returns']:
        return 'CLEAN'
    return 'DRAWBACK' if entry['prints'] and silent_end else 'CLEAN'
