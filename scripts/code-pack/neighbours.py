# Fresh inputs for a task of the code pack: its hidden inputs, changed a little by type, as far as the prompt allows them.
import ast
import copy
import datetime
import random
import re


# --- what the predicates of domains.json may use


def is_date(text):
    if not isinstance(text, str) or not text.isascii() or not re.match(r'^\d{4}-\d{2}-\d{2}$', text):
        return False
    try:
        datetime.date.fromisoformat(text)
        return True
    except ValueError:
        return False


def is_datetime(text):
    return text[10:11] == ' ' and is_date(text[:10]) and is_clock(text[11:])


def is_clock(text):
    return re.fullmatch(r'([01]\d|2[0-3]):[0-5]\d', text, re.A) is not None


def days_from(first, last):
    return (datetime.date.fromisoformat(last) - datetime.date.fromisoformat(first)).days


def rectangular(matrix):
    return all(len(row) == len(matrix[0]) > 0 for row in matrix)


def square(matrix):
    return all(len(row) == len(matrix) for row in matrix)


def pairs(items):
    return all(len(item) == 2 for item in items)


def proper_intervals(items):
    return pairs(items) and all(start < end for start, end in items)


def closed_intervals(items):
    return pairs(items) and all(start <= end for start, end in items)


def balanced(text):
    depth = 0
    for ch in text:
        depth += {'(': 1, ')': -1}.get(ch, 0)
        if depth < 0:
            return False
    return depth == 0


def is_tree(value):
    """None or (value, list of trees that are not None)."""
    return value is None or is_node(value)


def is_node(value):
    if not isinstance(value, tuple) or len(value) != 2 or not isinstance(value[1], list):
        return False
    return not isinstance(value[0], (list, tuple, dict)) and all(map(is_node, value[1]))


def is_binary_tree(value):
    if value is None:
        return True
    shape = isinstance(value, tuple) and len(value) == 3 and isinstance(value[1], int)
    return shape and is_binary_tree(value[0]) and is_binary_tree(value[2])


def is_formula(value):
    if isinstance(value, int):
        return True
    shape = isinstance(value, tuple) and len(value) == 3 and value[0] in ('+', '-', '*', '/')
    return shape and is_formula(value[1]) and is_formula(value[2])


def ends_at_none(links):
    """Every chain of a dictionary ends at None, within the dictionary and without a circle."""
    for key in links:
        seen = set()
        while key is not None:
            if key in seen or key not in links:
                return False
            seen.add(key)
            key = links[key]
    return True


# --- changing a value


class Pool:
    """The parts of the given inputs from which new ones are mixed."""

    def __init__(self, inputs, more_characters):
        self.parts = {int: [1], float: [1.0], str: ['']}
        for one in inputs:
            self.collect(one)
        self.characters = sorted(set(''.join(self.parts[str])) | set(more_characters)) or ['a', 'b']

    def collect(self, value):
        if type(value) in self.parts:
            self.parts[type(value)].append(value)
        elif isinstance(value, dict):
            for pair in value.items():
                self.collect(pair)
        elif isinstance(value, (list, tuple)):
            for one in value:
                self.collect(one)
        elif isinstance(value, set):
            for one in sorted(value, key=repr):
                self.collect(one)


def changed(value, rng, pool, depth=0):
    """A value of the same type near the given one."""
    if type(value) is bool:
        return not value
    if type(value) is int:
        near = [value + 1, value - 1, -value, 0, value * 2, value // 2, value + rng.randint(-10, 10), rng.randint(-20, 20)]
        return rng.choice([*near, rng.choice(pool.parts[int])])
    if type(value) is float:
        near = [value + 1, value - 0.5, -value, 0.0, round(value + rng.uniform(-3, 3), 2)]
        return rng.choice([*near, rng.choice(pool.parts[float])])
    if type(value) is str:
        return changed_text(value, rng, pool)
    if type(value) in (list, tuple):
        return changed_sequence(value, rng, pool, depth)
    if type(value) is dict:
        return changed_dict(value, rng, pool, depth)
    if type(value) is set:
        members = sorted(value, key=repr)
        rng.shuffle(members)
        kept = set(members[rng.randint(0, 1) :])
        return kept | {changed(rng.choice(members), rng, pool, depth + 1)} if members else kept
    return value


def changed_text(text, rng, pool):
    at, other = rng.randint(0, len(text)), rng.randint(0, len(text))
    start, end = sorted((at, other))
    choices = [
        text[:at] + text[at + 1 :],
        text[:at] + rng.choice(pool.characters) + text[at:],
        text[:at] + rng.choice(pool.characters) + text[at + 1 :],
        text[:at] + text[start:end][:5] + text[at:],
        rng.choice(pool.parts[str]),
        rng.choice([text[::-1], text.upper(), text.lower(), text.swapcase(), '', text + ' ' + text[:3]]),
        ''.join(rng.choice(pool.characters) for _ in range(rng.randint(0, 8))),
    ]
    return rng.choice(choices)


def changed_sequence(value, rng, pool, depth):
    items = list(value)
    record = type(value) is tuple and depth > 0 and rng.random() < 0.85
    action = 'element' if record else rng.choice(['drop', 'repeat', 'repeat', 'new', 'swap', 'turn', 'element', 'element'])
    if not items:
        return value
    at = rng.randrange(len(items))
    if action == 'drop':
        items.pop(at)
    elif action == 'repeat':
        items.insert(rng.randint(0, len(items)), copy.deepcopy(items[at]))
    elif action == 'new':
        items.insert(rng.randint(0, len(items)), changed(items[at], rng, pool, depth + 1))
    elif action == 'swap':
        other = rng.randrange(len(items))
        items[at], items[other] = items[other], items[at]
    elif action == 'turn':
        rng.choice([items.reverse, items.clear])()
    else:
        items[at] = changed(items[at], rng, pool, depth + 1)
    return type(value)(items)


def changed_dict(value, rng, pool, depth):
    keys = list(value)
    if not keys:
        return value
    key, result = rng.choice(keys), dict(value)
    action = rng.choice(['drop', 'new', 'shuffle', 'value', 'value'])
    if action == 'drop':
        del result[key]
    elif action == 'new':
        result[changed(key, rng, pool, depth + 1)] = copy.deepcopy(value[key])
    elif action == 'shuffle':
        rng.shuffle(keys)
        result = {one: value[one] for one in keys}
    else:
        result[key] = changed(value[key], rng, pool, depth + 1)
    return result


# --- the inputs


def written(value):
    """A literal that does not depend on the order of a set."""
    if isinstance(value, set):
        return '{' + ', '.join(sorted(map(written, value))) + '}' if value else 'set()'
    if isinstance(value, dict):
        return '{' + ', '.join(f'{written(key)}: {written(one)}' for key, one in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(map(written, value)) + ']'
    if isinstance(value, tuple):
        return '(' + ', '.join(map(written, value)) + (',)' if len(value) == 1 else ')')
    return repr(value)


def main(payload):
    """`count` new inputs at the most, as literals: within the domain, no longer than usual, and no exception in the reference."""
    scope = {}
    exec(payload['reference'], scope)
    function = scope[payload['entryPoint']]
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    domain = compile(payload['domain'], 'domain', 'eval')
    given = [ast.literal_eval(text) for text in payload['inputs']]
    pool = Pool(given, payload['characters'])
    rng = random.Random(payload['seed'])
    seen = set(payload['inputs'])
    longest = 1.5 * max(map(len, payload['inputs'])) + 12
    largest = max(10_000, *(abs(number) for number in pool.parts[int]))
    seeds, found = list(given), []
    for _ in range(payload['count'] * 12):
        if len(found) == payload['count']:
            break
        arguments = list(copy.deepcopy(rng.choice(seeds)))
        for _ in range(rng.choice([1, 1, 2, 3, 5])):
            at = rng.randrange(len(arguments))
            others = [one[at] for one in given if len(one) > at and type(one[at]) is type(arguments[at])]
            if others and rng.random() < 0.15:
                arguments[at] = copy.deepcopy(rng.choice(others))
            else:
                try:
                    arguments[at] = changed(arguments[at], rng, pool)
                except TypeError:  # a list cannot be a member of a set
                    pass
        values = dict.fromkeys(names) | dict(zip(names, arguments))
        try:
            text = written(tuple(arguments))
            new = text not in seen and len(text) <= longest and eval(domain, {**globals(), **values})
            if not new or any(abs(number) > largest for number in Pool([arguments], '').parts[int]):
                continue
            function(*copy.deepcopy(arguments))
        except Exception:
            continue
        seen.add(text)
        found.append(text)
        if len(seeds) < 400:
            seeds.append(tuple(arguments))
    return found
