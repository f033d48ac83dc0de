# Driver: runs one program on many inputs and returns what it did, as plain data. It is never told what is right.


def main(payload):
    names = argument_names(payload['setup'])
    inputs = [_compile(literal, 'input', 'eval') for literal in payload['inputs']]
    limits = payload['stepLimits']
    left = payload['runSteps']
    encoder = Encoder(payload['maxNodes'])
    program = Program(payload['source'], payload['entryPoint'], 200)
    broken = program.load(payload['loadSteps'])
    if broken is not None:
        return {'broken': broken, 'calls': []}
    calls = []
    for index, code in enumerate(inputs):
        limit = None if limits is None else min(limits[index], left)
        arguments = _eval(code, names)
        edge = any(is_edge(argument) for argument in arguments)
        outcome = program.call(arguments, limit, encoder, payload['maxNodesPerCall'], payload['unroll'])
        if edge:
            outcome['edge'] = True
        calls.append(outcome)
        left -= outcome['steps']
        if 'stepLimit' in outcome:
            break
    return {'broken': None, 'calls': calls}


def is_edge(argument):
    """Whether an argument is empty, None, zero, negative or holds a single element."""
    if argument is None:
        return True
    if _type(argument) in (int, float):
        return argument <= 0
    return _type(argument) in (str, list, tuple, dict, set) and _len(argument) < 2
