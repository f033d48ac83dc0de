# Loads a program into a fresh module and calls its entry point, one call at a time, under a step budget.
# Everything that the program could replace is taken into local names before it runs.
import builtins as _builtins
import marshal as _marshal
import math as _math
import sys as _sys
import types as _types

_str, _getattr, _callable, _compile, _exec, _eval = str, getattr, callable, compile, exec, eval
_dumps = _marshal.dumps
_RECURSION_LIMIT = _sys.getrecursionlimit()


class Printed:
    """A standard output that counts what is written and keeps the beginning."""

    encoding = 'utf-8'

    def __init__(self, keep):
        self.keep = keep
        self.clear()

    def clear(self):
        self.count = 0
        self.start = ''

    def write(self, text):
        if _type(text) is not _str:
            raise TypeError('write() argument must be str')
        if _len(self.start) < self.keep:
            self.start += text[: self.keep - _len(self.start)]
        self.count += _len(text)
        return _len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


def argument_names(setup):
    """The names that literals of arguments may use: the builtins as they were before the program, and a few modules."""
    names = {'__builtins__': dict(_builtins.__dict__), 'inf': _math.inf, 'nan': _math.nan, 'math': _math, 'sys': _sys}
    for module in ('collections', 'datetime', 'decimal', 'fractions'):
        names[module] = __import__(module)
    if setup:
        _exec(_compile(setup, 'setup', 'exec'), names)
    return names


def describe_error(error):
    """Type and message of an exception; a message that cannot be made is left out."""
    try:
        message = _str(error)
        if _type(message) is not _str:
            message = ''
    except StepLimitReached:
        raise
    except BaseException:
        message = ''
    return [type_name(error), message[:300]]


class Program:
    """One untrusted program. `load` must be called first; then `call` as often as wanted."""

    def __init__(self, source, entry_point, keep_stdout):
        self.source = source
        self.entry_point = entry_point
        self.printed = Printed(keep_stdout)
        self.warned = Printed(0)
        self.function = None
        self.budget = StepBudget()

    def load(self, steps):
        """Compiles and runs the module. Returns None, or what stopped it: `{stage, raised}` or `{stage, stepLimit}`."""
        module = _types.ModuleType('program')
        _sys.modules['program'] = module
        _sys.stdout, _sys.stderr = self.printed, self.warned
        try:
            code = _compile(self.source, 'program', 'exec', dont_inherit=True)
        except BaseException as error:
            return {'stage': 'compile', 'raised': describe_error(error), 'line': error_line(error)}
        outcome = guarded(self.budget, lambda: _exec(code, module.__dict__), steps)
        _sys.setrecursionlimit(_RECURSION_LIMIT)
        _sys.stdout, _sys.stderr = self.printed, self.warned
        if 'value' not in outcome:
            return {'stage': 'run', **outcome}
        self.function = module.__dict__.get(self.entry_point)
        if self.function is None or not _callable(self.function):
            return {'stage': 'entry'}
        return None

    def call(self, arguments, steps, encoder, allowance, unroll):
        """Calls the entry point. Returns `{value | raised | stepLimit, steps, stdout?, mutated?}`."""
        self.printed.clear()
        before = snapshot(arguments)
        function = self.function

        def run():
            result = function(*arguments)
            return unrolled(result) if unroll else result

        outcome = guarded(self.budget, run, steps)
        _sys.setrecursionlimit(_RECURSION_LIMIT)
        _sys.stdout, _sys.stderr = self.printed, self.warned
        if 'value' in outcome:
            outcome['value'] = encoder.encode(outcome['value'], allowance)
        if self.printed.count:
            outcome['stdout'] = [self.printed.count, self.printed.start]
        if snapshot(arguments) != before:
            outcome['mutated'] = True
        return outcome


def guarded(budget, action, steps):
    """Runs an action under a step budget and reports how it ended and how many steps it took; without steps, uncounted."""
    if steps is None:
        try:
            return {'value': action(), 'steps': 0}
        except BaseException as error:
            return {'raised': describe_error(error), 'steps': 0}
    try:
        outcome = {'value': budget.run(steps, action)}
    except StepLimitReached:
        return {'stepLimit': True, 'steps': steps}
    except BaseException as error:
        taken = budget.steps
        try:
            outcome = {'raised': budget.run(10_000, describe_error, error)}
        except StepLimitReached:
            outcome = {'raised': [type_name(error), '']}
        return {**outcome, 'steps': taken} if taken <= steps else {'stepLimit': True, 'steps': steps}
    if budget.steps > steps:
        return {'stepLimit': True, 'steps': steps}
    outcome['steps'] = budget.steps
    return outcome


def snapshot(arguments):
    """The arguments as bytes, to see whether they were changed; None when a foreign object was put into them."""
    try:
        return _dumps(arguments, 0)
    except BaseException:
        encoded = Encoder(1_000_000).encode(arguments, 1_000_000)
        return None if encoded[0] == 'x' else _str(encoded)


def unrolled(result):
    """What iterating over a result gives, where only its elements count; other results as they are."""
    if type_name(result) in ('generator', 'map', 'filter', 'zip', 'dict_keys', 'dict_values', 'dict_items', 'list_iterator'):
        return _list(result)
    return result


def error_line(error):
    """The line of a syntax error, or 0."""
    line = _getattr(error, 'lineno', 0)
    return line if _type(line) is int else 0
