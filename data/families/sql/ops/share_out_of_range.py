# failure class: wrong-aggregate
# tier: execution
# description: a share in percent lies outside of 0 to 100, or looks like a fraction
#
# Speaks only where the question asks for a share, and not for growth; it reads the last column of numbers.
import re


def check(item):
    result = item['facts']['result']
    question = item['task']['prompt'].lower()
    if result is None or 'share' not in question or re.search(r'grow|rise|margin', question):
        return 'ABSTAIN'
    numbers = [column for column in result['columns'] if column['numeric'] and column['largest'] is not None]
    if not numbers:
        return 'DRAWBACK'
    share = numbers[-1]
    fractions = share['largest'] <= 1 and share['decimals'] > 0
    return 'DRAWBACK' if share['smallest'] < 0 or share['largest'] > 100 or fractions else 'CLEAN'
