# failure class: missing-section
# tier: static
# description: the heading, the risks or the outlook are missing
#
# Speaks about every section.


def check(item):
    facts = item['facts']
    return 'CLEAN' if facts['heading'] and facts['risks'] and facts['outlook'] else 'DRAWBACK'
