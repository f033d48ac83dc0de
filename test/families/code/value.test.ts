import { describe, expect, it } from 'vitest';
import { show } from '../../../src/families/code/show.js';
import { keyOf, typeName, type Encoded } from '../../../src/families/code/value.js';

const equal: readonly (readonly [Encoded, Encoded])[] = [
  [1, true],
  [0, ['f', -0]],
  [1, ['f', 1]],
  [1, ['c', 1, 0]],
  [
    ['i', '0x56bc75e2d63100000'],
    ['f', 1e20],
  ],
  [
    ['f', 'nan'],
    ['f', 'nan'],
  ],
  [
    ['s', 1, 2],
    ['s', 2, ['f', 1]],
  ],
  [
    ['d', 'a', 1, 'b', 2],
    ['d', 'b', 2, 'a', 1],
  ],
  [
    ['r', 0, 10, 3],
    ['r', 0, 12, 3],
  ],
  [
    ['r', 5, 5, 1],
    ['r', 0, -3, 2],
  ],
  [
    ['r', 4, 5, 1],
    ['r', 4, 6, 9],
  ],
];
const different: readonly (readonly [Encoded, Encoded])[] = [
  [1, '1'],
  [null, false],
  ['', ['b', '']],
  [
    ['l', 1],
    ['t', 1],
  ],
  [
    ['l', 1, 2],
    ['l', 2, 1],
  ],
  [
    ['l', ['l', 1], 2],
    ['l', ['l', 1, 2]],
  ],
  [
    ['l', 'a,b'],
    ['l', 'a', 'b'],
  ],
  [9007199254740991, ['i', '0x20000000000000']],
  [
    ['f', 'inf'],
    ['f', '-inf'],
  ],
  [
    ['d', 'a', 1],
    ['d', 'a', 2],
  ],
  [['o', 'date', 'datetime.date(2024, 1, 1)'], 'datetime.date(2024, 1, 1)'],
];

describe('keyOf', () => {
  it.each(equal)('is shared by %j and %j', (a, b) => {
    expect(keyOf(a)).toBeDefined();
    expect(keyOf(a)).toBe(keyOf(b));
  });

  it.each(different)('tells %j from %j', (a, b) => {
    expect(keyOf(a)).not.toBe(keyOf(b));
  });

  it('is undefined wherever something opaque is inside', () => {
    const values: Encoded[] = [
      ['x', 'E'],
      ['l', 1, ['x', 'E']],
      ['d', 'a', ['x', 'E']],
      ['made up', 1],
      [1, 2],
    ];
    expect(values.map(keyOf)).toEqual(values.map(() => undefined));
  });
});

it.each<readonly [Encoded, string]>([
  [null, 'None'],
  [true, 'bool'],
  [['i', '-0x20000000000001'], 'int'],
  [['f', 1], 'float'],
  [['s'], 'set'],
  [['o', 'Decimal', "Decimal('1')"], 'Decimal'],
  [['x', 'Vector'], 'Vector'],
])('names the type of %j %s', (value, name) => {
  expect(typeName(value)).toBe(name);
});

it.each<readonly [Encoded, string]>([
  [['t', 1, ['f', 2]], '(1, 2.0)'],
  [['t', 'a'], "('a',)"],
  [['s'], 'set()'],
  [['d', 'k', ['l', null, true]], "{'k': [None, True]}"],
  [['c', 0, -1], 'complex(0.0, -1.0)'],
  [['f', 'inf'], "float('inf')"],
  [['f', 1e22], '1e+22'],
  ["it's\n", '"it\'s\\n"'],
  ['\uD800', '"\\ud800"'],
  [['x', 'E'], '<E>'],
])('shows %j as %s', (value, text) => {
  expect(show(value, 100)).toBe(text);
});

it('cuts long values off', () => {
  expect(show(['l', ...Array.from({ length: 1000 }, (_, at) => at)], 20)).toBe('[0, 1, 2, 3, 4, 5, 6…');
});
