# failure class: dropped-guard
# tier: static
# description: takes a first element, an extreme or a quotient of a parameter without any test before it
#
# Speaks only about functions whose text does something with a parameter that fails when it is empty or zero. A test
# anywhere in the function counts as a guard, so it errs towards silence on what it takes for guarded, and towards alarm
# where empty inputs were never meant.


def check(item):
    entry = item['facts']['entry']
    if entry is None or not entry['risks']:
        return 'ABSTAIN'
    if entry['branches'] > 0 or entry['tries'] > 0 or entry['whileLoops']:
        return 'CLEAN'
    return 'DRAWBACK'
