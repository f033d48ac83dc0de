# failure class: any
# tier: execution
# description: speaks only where a rare type is expected, and wants it back
# parameter TYPES: ('complex', 'bytes') | ('deque', 'range') | ('set', 'frozenset')

TYPES = ('complex', 'bytes')


def check(item):
    examples = [example for example in item['facts']['examples'] if example['readable'] and example['expectedType'] in TYPES]
    if not examples:
        return 'ABSTAIN'
    return 'CLEAN' if all(example.get('type') == example['expectedType'] for example in examples) else 'DRAWBACK'
