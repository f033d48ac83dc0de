# Driver: the results that MBPP+'s test scripts print, as `[input, result]` pairs with the result encoded.
import math as _math


def main(payload):
    values = {'inf': _math.inf, 'nan': _math.nan}
    found = {}
    for node in _ast.parse(payload['test']).body:
        if isinstance(node, _ast.Assign) and isinstance(node.targets[0], _ast.Name):
            code = compile(_ast.Expression(node.value), 'test', 'eval')
            found[node.targets[0].id] = eval(code, dict(values))
    encoder = Encoder(4_000_000)
    inputs = [repr(tuple(arguments)) for arguments in found['inputs']]
    # Three scripts hold a second solution in place of results.
    results = [encoder.encode(value, 4_000_000) for value in found.get('results', [])]
    return {'inputs': inputs, 'results': results}
