# failure class: mutated-input
# tier: execution
# description: changes a list, dict or set that was passed to it
#
# Speaks only about programs that were called with an argument that can be changed.


def check(item):
    facts = item['facts']
    runs = [run for run in facts['examples'] + facts['probes'] if run['outcome'] in ('returned', 'raised')]
    changeable = [run for run in runs if any(bracket in arguments_of(run) for bracket in '[{')]
    if not changeable:
        return 'ABSTAIN'
    return 'DRAWBACK' if any(run['mutated'] for run in changeable) else 'CLEAN'


def arguments_of(run):
    """The text of a call's arguments without what stands in quotes."""
    kept, quote = [], None
    for character in run['call']:
        if quote is None and character in '\'"':
            quote = character
        elif character == quote:
            quote = None
        elif quote is None:
            kept.append(character)
    return ''.join(kept)
