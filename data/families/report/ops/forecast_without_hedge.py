# failure class: unhedged-forecast
# tier: static
# description: the outlook predicts without care
#
# Speaks only about sections with an outlook.


def check(item):
    facts = item['facts']
    if facts['outlookSentences'] == 0:
        return 'ABSTAIN'
    return 'DRAWBACK' if facts['outlookAssertive'] > 0 else 'CLEAN'
