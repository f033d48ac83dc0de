# The catalogue of a task: restylings, single faults and pairs of faults, at most `total` of them, all different.

FAULTS = {
    'print-instead-of-return': print_instead_of_return,
    'dropped-guard': dropped_guard,
    'off-by-one': off_by_one,
    'wrong-operator': wrong_operator,
    'wrong-signature': wrong_signature,
    'crash': crash,
    'endless-loop': endless_loop,
    'mutated-input': mutated_input,
    'wrong-format': wrong_format,
    'misread-spec': misread_spec,
}
# Faults that visible examples need not show; the others show in every call or in none.
HIDING = {'dropped-guard', 'off-by-one', 'wrong-operator', 'mutated-input', 'wrong-format', 'misread-spec'}
# So many edits are looked at for each one that is wanted.
LOOKED_AT = 3


def spread(edits, key):
    """The edits in an order that takes a different kind each time, starting at a place that belongs to the task."""
    groups = {}
    for edit in edits:
        group = groups.setdefault(edit.name, [])
        group.append((hashed(key, edit.name, len(group)), len(group), edit))
    names = sorted(groups, key=lambda name: hashed(key, name))
    for name in names:
        groups[name].sort(key=lambda one: one[:2])
    ordered = []
    while any(groups.values()):
        for name in names:
            if groups[name]:
                ordered.append(groups[name].pop(0)[2])
    return ordered


class Writer:
    """Writes distinct variants of one reference."""

    def __init__(self, payload):
        self.reference = payload['reference']
        self.entry_point = payload['entryPoint']
        self.key = payload['id']
        self.limits = payload['limits']
        self.program = Program(self.reference, self.entry_point, {})
        self.kinds = self.program.kinds = known_kinds(self.program, payload['examples'], payload['samples'])
        self.plain = rendered(self.program)
        self.examples = Examples(payload['asserts'], payload['setup'], self.reference)
        self.sentence = payload['sentence']
        self.styles = restylings()
        self.habits = [style for style in self.styles if all(edit.name in COSMETIC for edit in style)]
        self.seen = set()
        self.variants = []

    def parsed(self, source):
        return Program(source, self.entry_point, self.kinds)

    def write(self, program, edits, faults, names, unseen=False):
        """Makes the last edits in a program and keeps its text, if it differs from everything before, comments apart."""
        for edit in edits:
            program.index()
            edit.apply(program)
        text = rendered(program)
        if text is None or text in self.seen:
            return False
        self.seen.add(text)
        names = [*names, *(edit.name for edit in edits)]
        output = self.dressed(text, hashed(self.key, *names, text))
        self.variants.append({'output': output, 'faults': sorted(faults), 'edits': names, 'unseen': unseen})
        return True

    def dressed(self, text, choice):
        """One text in four gets a docstring and one in four a comment, whatever is in it."""
        if choice % 4 == 0:
            text = documented(text, self.entry_point, self.sentence)
        return text if choice // 4 % 4 else f'{COMMENTS[choice // 16 % len(COMMENTS)]}\n{text}'

    def habit(self, *words):
        """A wrong program is written in the habits of right ones: its style tells nothing about the fault."""
        choice = hashed(self.key, *words) % (2 * len(self.habits))
        return self.habits[choice] if choice < len(self.habits) else []

    def restylings(self):
        for style in self.styles:
            if len(self.variants) < self.limits['restylings']:
                self.write(self.parsed(self.reference), style, [], [])

    def singles(self, fault, limit):
        """
        Writes programs with this fault, half of them such that the visible examples do not show it, as far as the edits
        allow; returns their texts before any change of style.
        """
        edits = spread(list(FAULTS[fault](self.program)) if fault in FAULTS else [], f'{self.key} {fault}')
        hides = fault in HIDING and self.examples.usable
        room = {True: limit // 2 if hides else 0, False: limit - limit // 2 if hides else limit}
        sources, spare = [], []
        for edit in edits[: LOOKED_AT * limit]:
            if not any(room.values()):
                break
            program = self.parsed(self.reference)
            edit.apply(program)
            source = rendered(program)
            if source in (None, self.plain):
                continue
            candidate = (program, source, edit, hides and self.examples.fit(source))
            if room[candidate[-1]]:
                room[candidate[-1]] -= self.write_single(fault, candidate, sources)
            else:
                spare.append(candidate)
        for candidate in spare:
            if len(sources) < limit:
                self.write_single(fault, candidate, sources)
        return sources

    def write_single(self, fault, candidate, sources):
        program, source, edit, unseen = candidate
        written = self.write(program, self.habit(fault, edit.name, source), [fault], [edit.name], unseen)
        if written:
            sources.append((source, edit.name))
        return written

    def pairs(self, first, second, sources, limit):
        """Writes programs with both faults: the second is looked for in programs that have the first."""
        written = 0
        for source, name in sources:
            if written == limit:
                break
            try:
                edits = spread(list(FAULTS[second](self.parsed(source))), f'{self.key} {name} {second}')
            except ValueError:  # the first fault left no function at the top
                continue
            for edit in edits[:3]:
                program = self.parsed(source)
                edit.apply(program)
                if rendered(program) in (None, source, self.plain):
                    continue
                if self.write(program, self.habit(name, edit.name), [first, second], [name, edit.name]):
                    written += 1
                    break


def main(payload):
    writer = Writer(payload)
    writer.restylings()
    classes, sources = [], {}
    for fault in payload['preference']:
        if len(classes) == payload['slots']:
            break
        limit = writer.limits['endless'] if fault == 'endless-loop' else writer.limits['singles']
        sources[fault] = writer.singles(fault, limit)
        if sources[fault]:
            classes.append(fault)
    for position, first in enumerate(classes):
        for second in classes[position + 1 :]:
            if 'endless-loop' not in (first, second):
                writer.pairs(first, second, sources[first], writer.limits['pairs'])
    return {'classes': classes, 'variants': writer.variants[: payload['limits']['total']]}
