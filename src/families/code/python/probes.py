# Inputs that nobody wrote: made from a visible example's arguments by fixed rules, one argument changed at a time.

_PLAIN_INT = 10**6


def probes_of(arguments, most):
    """At most `most` probes as `(kind, position, arguments)`: the kinds that break programs most often come first."""
    seen = {repr(arguments)}
    found = []
    changes = [_changes(argument) for argument in arguments]
    for rank in range(max((len(options) for options in changes), default=0)):
        for position, options in enumerate(changes):
            if rank >= len(options) or len(found) == most:
                continue
            kind, value = options[rank]
            changed = arguments[:position] + (value,) + arguments[position + 1 :]
            if repr(changed) not in seen:
                seen.add(repr(changed))
                found.append((kind, position, changed))
    return found


def _changes(value):
    """Other values of the same type, by kind."""
    kind = type(value)
    if kind is bool:
        return [('flipped', not value)]
    if kind is int:
        small = value if -_PLAIN_INT < value < _PLAIN_INT else 7
        return [('zero', 0), ('negative', -abs(small) or -1), ('one', 1), ('next', small + 1)]
    if kind is float:
        return [('zero', 0.0), ('negative', -abs(value) or -1.0), ('one', 1.0)]
    if kind is str:
        return [('empty', ''), ('single', value[:1] or 'a'), ('repeated', value + value), ('reversed', value[::-1])]
    if kind is list or kind is tuple:
        return [('empty', value[:0]), ('single', value[:1]), ('repeated', value + value), ('reversed', value[::-1])]
    if kind is set or kind is frozenset:
        return [('empty', kind()), ('single', kind(sorted(value, key=repr)[:1]))]
    if kind is dict:
        return [('empty', {}), ('single', dict(list(value.items())[:1]))]
    return []
