# failure class: unfinished
# tier: static
# description: the text ends without an end: no full stop, an open bracket or an open code block
#
# Silent on outputs of one line, which are often a value.


def check(item):
    text = item['output'].rstrip()
    if item['facts']['words'] < 12:
        return 'ABSTAIN'
    if text.count('```') % 2 == 1:
        return 'DRAWBACK'
    return 'CLEAN' if text[-1:] in '.!?)]}"\'`*:|\u201d' else 'DRAWBACK'
