# Driver: parses an output, describes its text, and runs it on the visible examples and on probes made from them.


def main(payload):
    source, entry_point = payload['source'], payload['entryPoint']
    try:
        tree = _ast.parse(source)
    except BaseException as error:
        return {'problem': {'stage': 'compile', 'raised': describe_error(error), 'line': error_line(error)}, 'summary': None}
    summary = summarise(tree, entry_point)
    if not payload['execute']:
        return {'problem': None, 'summary': summary}
    examples = read_examples(payload['examples'], entry_point)
    program = Program(source, entry_point, 80)
    broken = program.load(payload['loadSteps'])
    if broken is not None:
        return {'problem': broken, 'summary': summary}
    run = Runs(program, payload)
    shown = [run.example(example) for example in examples]
    first = next((at for at, example in enumerate(shown) if example['form'] is not None), None)
    tried = [] if first is None else run.probes(examples[first]['read']['arguments'])
    return {'problem': None, 'summary': summary, 'examples': shown, 'probes': tried}


def read_examples(examples, entry_point):
    """The visible asserts with what they call; `read` is None for one of another form."""
    found = []
    for source in examples:
        try:
            found.append({'source': source, 'read': read_assert(source, {entry_point})})
        except NotReadable:
            found.append({'source': source, 'read': None})
    return found


class Runs:
    """Calls the program on examples and probes, within steps that all calls share."""

    def __init__(self, program, payload):
        self.program = program
        self.names = argument_names('')
        self.left = payload['runSteps']
        self.limits = payload
        self.encoder = Encoder(payload['maxNodes'])

    def call(self, arguments, steps):
        if self.left <= 0:
            return {'notRun': True}
        outcome = self.program.call(arguments, min(steps, self.left), self.encoder, self.limits['maxNodesPerCall'], False)
        self.left -= outcome['steps']
        return outcome

    def example(self, example):
        """One visible example: what it gives, and what it should give, encoded for a comparison outside."""
        read = example['read']
        if read is None:
            return {'source': example['source'], 'form': None}
        try:
            expected = _eval(_compile(read['expected'], 'expected', 'eval'), self.names)
            arguments = _eval(_compile(read['arguments'], 'arguments', 'eval'), self.names)
        except Exception:
            return {'source': example['source'], 'form': None}
        return {
            'source': example['source'],
            'arguments': [self.encoder.encode(argument, 200) for argument in arguments],
            'form': read['form'],
            'tolerance': read['tolerance'],
            'expected': self.encoder.encode(expected, self.limits['maxNodesPerCall']),
            'outcome': self.call(arguments, self.limits['exampleSteps']),
        }

    def probes(self, literal):
        """The program on every probe of an example's arguments."""
        code, most = _compile(literal, 'arguments', 'eval'), self.limits['probes']
        tried = []
        for index in range(len(probes_of(_eval(code, self.names), most))):
            # Made anew each time: an argument that one call changed must not reach the next.
            kind, position, arguments = probes_of(_eval(code, self.names), most)[index]
            shown = [self.encoder.encode(argument, 200) for argument in arguments]
            outcome = self.call(arguments, self.limits['probeSteps'])
            tried.append({'kind': kind, 'position': position, 'arguments': shown, 'outcome': outcome})
        return tried
