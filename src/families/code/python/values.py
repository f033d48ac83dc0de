# Turns a Python value into plain tagged JSON without calling any of its methods, so that a value that was made to
# look equal to everything is still seen as what it is. Exact built-in types only: subclasses and foreign objects are opaque.
import collections as _collections
import datetime as _datetime
import decimal as _decimal
import fractions as _fractions

_type, _len, _repr = type, len, repr
_list, _tuple, _dict, _set, _frozenset, _deque = list, tuple, dict, set, frozenset, _collections.deque
# Looked up by identity: `==` on a class would ask its metaclass.
_SEQUENCES = {id(_list): 'l', id(_tuple): 't', id(_set): 's', id(_frozenset): 's', id(_deque): 'q'}
_DICTS = {id(kind) for kind in (_dict, _collections.Counter, _collections.OrderedDict, _collections.defaultdict)}
_EXACT = {
    id(kind)
    for kind in (
        _datetime.date, _datetime.datetime, _datetime.time, _datetime.timedelta, _decimal.Decimal, _fractions.Fraction,
    )
}
_NAME = _type.__dict__['__name__'].__get__
_SAFE_INT = 9007199254740991
_MAX_DEPTH = 60


class TooLarge(Exception):
    """The value has more nodes than may be returned."""


def type_name(value):
    """The name of a value's class, whatever its metaclass says."""
    return str(_NAME(_type(value)))[:80]


class Encoder:
    """Encodes values; `nodes` is what is left of the budget, shared by all values that one job returns."""

    def __init__(self, nodes):
        self.nodes = nodes

    def encode(self, value, allowance):
        """The value as tagged JSON, or an opaque marker when it is larger than its allowance."""
        before = self.nodes
        self.floor = max(0, before - allowance)
        try:
            return self._plain(value, 0)
        except TooLarge:
            self.nodes = before
            return ['x', type_name(value), 'too large']

    def _spend(self, count):
        self.nodes -= count
        if self.nodes < self.floor:
            raise TooLarge

    def _plain(self, value, depth):
        kind = _type(value)
        self.nodes -= 1
        if value is None or kind is bool:
            return value
        if kind is str:
            self._spend(_len(value) >> 4)
            return value
        if kind is int:
            if -_SAFE_INT <= value <= _SAFE_INT:
                return value
            self._spend(value.bit_length() >> 6)
            return ['i', hex(value)]
        if kind is float:
            return ['f', _number(value)]
        if kind is complex:
            return ['c', _number(value.real), _number(value.imag)]
        if depth > _MAX_DEPTH:
            return ['x', type_name(value), 'too deep']
        tag = _SEQUENCES.get(id(kind))
        if tag is not None:
            self._spend(0)
            return [tag] + [self._plain(item, depth + 1) for item in value]
        if id(kind) in _DICTS:
            return self._pairs(value, depth)
        if kind is bytes or kind is bytearray:
            self._spend(_len(value) >> 3)
            return ['b', bytes(value).hex()]
        if kind is range:
            return ['r'] + [self._plain(part, depth + 1) for part in (value.start, value.stop, value.step)]
        if id(kind) in _EXACT:
            return ['o', type_name(value), _repr(value)[:2000]]
        return ['x', type_name(value)]

    def _pairs(self, value, depth):
        self._spend(0)
        parts = ['d']
        for key in _dict.__iter__(value):
            parts.append(self._plain(key, depth + 1))
            parts.append(self._plain(_dict.__getitem__(value, key), depth + 1))
        return parts


def _number(value):
    """A float as JSON can hold it: the number, or the name of what JSON has no word for."""
    if value != value:
        return 'nan'
    if value in (_INFINITY, -_INFINITY):
        return 'inf' if value > 0 else '-inf'
    return value


_INFINITY = float('inf')
