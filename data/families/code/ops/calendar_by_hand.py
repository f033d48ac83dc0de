# failure class: off-by-one
# tier: static
# description: reckons with days or years by fixed numbers although months and years differ in length
#
# Speaks only about programs that deal with dates: those that import a calendar module, and those for tasks about dates.
# Numbers of days in a month or year are trusted only beside a calendar module or a test for leap years.


def check(item):
    facts = item['facts']
    entry = facts['entry']
    uses_calendar = bool({'datetime', 'calendar', 'time'} & set(facts['imports']))
    if entry is None or not (uses_calendar or item['task']['topic'] == 'dates'):
        return 'ABSTAIN'
    lengths = {'28', '29', '30', '31', '365', '366'} & set(entry['numbers'])
    knows_leap_years = {'4', '100', '400'} <= set(entry['numbers'])
    if lengths and not uses_calendar and not knows_leap_years:
        return 'DRAWBACK'
    return 'CLEAN'
