# failure class: print-instead-of-return
# tier: static
# description: the function prints its result and never returns a value
#
# Looks at the text of the entry point. Silent when it is no plain function, or when it neither prints nor returns, for
# then nothing says what was meant to happen with the result.


def check(item):
    entry = item['facts']['entry']
    if entry is None:
        return 'ABSTAIN'
    if entry['returns'] > 0 or entry['yields'] > 0:
        return 'CLEAN'
    return 'DRAWBACK' if entry['prints'] > 0 else 'ABSTAIN'
