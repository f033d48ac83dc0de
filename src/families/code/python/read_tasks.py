# Driver: reads rows of task files. JSON is parsed here because MBPP+ holds -Infinity and integers beyond 2**53.
import ast as _syntax
import json as _json
import math as _numbers

_VALUES = {'inf': _numbers.inf, 'nan': _numbers.nan, '__builtins__': {'set': set, 'frozenset': frozenset}}


def main(payload):
    rows = []
    for line, text in payload['rows']:
        try:
            value = _json.loads(text)
        except RecursionError:
            rows.append({'line': line, 'problem': 'nested too deeply'})
            continue
        except ValueError as error:
            rows.append({'line': line, 'problem': str(error)})
            continue
        if not isinstance(value, dict):
            rows.append({'line': line, 'problem': f'expected a JSON object, got {type(value).__name__}'})
            continue
        rows.append(_row(line, value))
    return rows


def _row(line, value):
    row = {'line': line, 'fields': {key: _plain(item) for key, item in value.items()}}
    try:
        if 'base_input' in value and 'plus_input' in value:
            row['inputs'] = _plus_inputs(value)
        elif isinstance(value.get('test'), str):
            row.update(_origin_test(value['test']))
        elif isinstance(value.get('test_list'), list):
            row.update(_assert_tests(value))
        elif 'entryPoint' in value and 'comparison' in value:
            row['comparison'] = value['comparison'] if isinstance(value['comparison'], dict) else {'kind': str(value['comparison'])}
    except _Unusable as error:
        row['unusable'] = str(error)
    except (SyntaxError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        row['problem'] = f'{type(error).__name__}: {error}'
    return row


class _Unusable(Exception):
    """A well-formed task that cannot be graded here."""


def _plain(item):
    """Strings, numbers and lists of strings as they are; of anything else only the type."""
    if item is None or isinstance(item, (str, bool)) or (isinstance(item, int) and abs(item) < 2**53):
        return item
    if isinstance(item, float) and _numbers.isfinite(item):
        return item
    if isinstance(item, list) and all(isinstance(part, str) for part in item):
        return item
    return {'type': type(item).__name__}


def _literals(inputs):
    """Argument lists as Python literals of tuples."""
    return [repr(tuple(arguments)) for arguments in inputs]


def _plus_inputs(value):
    number = int(str(value['task_id']).split('/')[-1])
    groups = []
    for key in ('base_input', 'plus_input'):
        group = value[key]
        # Mbpp/793 has an empty object where the others have a list.
        if group == {}:
            group = []
        if not isinstance(group, list) or not all(isinstance(arguments, list) for arguments in group):
            raise TypeError(f"'{key}' must be a list of argument lists")
        groups += group
    return _literals(restore_inputs(number, groups))


def _origin_test(test):
    """The inputs of a test script that assigns lists to `inputs` and `results` and loops over them."""
    found = {}
    tolerance = 0
    for node in _syntax.parse(test).body:
        if isinstance(node, _syntax.Assign) and isinstance(node.targets[0], _syntax.Name):
            found[node.targets[0].id] = node.value
        if isinstance(node, _syntax.For):
            call = node.body[0].value
            tolerance = _syntax.literal_eval(call.args[2])
            function = call.args[0].func.id
    if 'inputs' not in found:
        raise ValueError("'test' assigns no 'inputs'")
    inputs = eval(compile(_syntax.Expression(found['inputs']), 'inputs', 'eval'), dict(_VALUES))
    return {'inputs': _literals(inputs), 'entryPoint': function, 'atol': tolerance}


def _assert_tests(value):
    """The calls that a list of assert statements makes."""
    setup = '\n'.join([*(value.get('test_imports') or []), value.get('test_setup_code') or '']).strip()
    try:
        functions = defined_functions(value['code'])
    except SyntaxError as error:
        raise ValueError(f"'code' does not parse: {error.msg} (line {error.lineno} of the code)") from error
    tests = value['test_list'] + (value.get('challenge_test_list') or [])
    reads = []
    for test in tests:
        try:
            reads.append(read_assert(test, functions))
        except NotReadable as error:
            raise _Unusable(f'{error}: {test.strip()[:120]}') from error
    if not reads:
        raise _Unusable('it has no tests')
    first = reads[0]
    for read in reads:
        if read['function'] != first['function'] or (read['form'], read['tolerance']) != (first['form'], first['tolerance']):
            raise _Unusable('its tests call or compare in different ways')
    return {
        'inputs': [read['arguments'] for read in reads],
        'entryPoint': first['function'],
        'form': first['form'],
        'tolerance': first['tolerance'],
        'setup': setup,
    }
