import { describe, expect, it } from 'vitest';

/** The child's sources are plain JavaScript, without declarations. */
const source = new URL('../../../src/sandbox/python/child/marshal.mjs', import.meta.url);
const { marshalToJson, NotPlain, TooLarge } = (await import(source.href)) as {
  marshalToJson: (bytes: Uint8Array, largest: number) => string;
  NotPlain: new () => Error;
  TooLarge: new () => Error;
};

/** Bytes written by hand after CPython's Python/marshal.c, version 3. */
function bytes(...parts: readonly (string | number | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string'
        ? [...part].map((one) => one.charCodeAt(0))
        : typeof part === 'number'
          ? [part]
          : [...part],
    ),
  );
}
const size = (n: number): readonly number[] => [n & 255, (n >> 8) & 255, (n >> 16) & 255, (n >> 24) & 255];
const float = (value: number): readonly number[] => [...new Uint8Array(new Float64Array([value]).buffer)];
/** A long: its count of 15-bit digits (negative for negative numbers), then the digits. */
const long = (count: number, ...digits: readonly number[]): readonly number[] => [
  ...size(count),
  ...digits.flatMap((digit) => [digit & 255, digit >> 8]),
];

describe('marshalToJson', () => {
  it.each([
    ['None', bytes('N'), 'null'],
    ['True', bytes('T'), 'true'],
    ['False', bytes('F'), 'false'],
    ['7', bytes('i', size(7)), '7'],
    ['-7', bytes('i', size(-7)), '-7'],
    ['2**31', bytes('l', long(3, 0, 0, 2)), '2147483648'],
    ['-(2**31)', bytes('l', long(-3, 0, 0, 2)), '-2147483648'],
    ['2**53 - 1', bytes('l', long(4, 0x7fff, 0x7fff, 0x7fff, 0xff)), '9007199254740991'],
    ['1.5', bytes('g', float(1.5)), '1.5'],
    ['-0.0', bytes('g', float(-0)), '-0.0'],
    ['1e300', bytes('g', float(1e300)), '1e+300'],
    ["'aé'", bytes('u', size(3), 'a', [0xc3, 0xa9]), '"aé"'],
    ['a lone surrogate', bytes('u', size(3), [0xed, 0xa0, 0x80]), '"\\ud800"'],
    [
      'a surrogate among others',
      bytes('u', size(9), 'a', [0xed, 0xb0, 0x80], [0xc3, 0xa9], [0xe2, 0x82, 0xac]),
      '"a\\udc00é€"',
    ],
    ['beyond the plane', bytes('u', size(7), [0xf0, 0x9f, 0x98, 0x80], [0xed, 0xa0, 0x80]), '"😀\\ud800"'],
    ['[]', bytes('[', size(0)), '[]'],
    ['[None, True]', bytes('[', size(2), 'NT'), '[null,true]'],
    ['{}', bytes('{0'), '{}'],
    [
      "{'a': [], 'b': None}",
      bytes('{', 'u', size(1), 'a', '[', size(0), 'u', size(1), 'b', 'N', '0'),
      '{"a":[],"b":null}',
    ],
    ['[a, a] of one a', bytes('[', size(2), [0xf5], size(1), 'a', 'r', size(0)), '["a","a"]'],
    [
      'an interned key again',
      bytes('[', size(2), '{', [0xf4], size(1), 'k', 'N0', '{', 'r', size(0), 'T0'),
      '[{"k":null},{"k":true}]',
    ],
    [
      '[[], x, x] counted from the outside',
      bytes([0xdb], size(3), [0xdb], size(0), 'r', size(1), 'i', size(5)),
      '[[],[],5]',
    ],
    ["{'__proto__': 1}", bytes('{', 'u', size(9), '__proto__', 'i', size(1), '0'), '{"__proto__":1}'],
  ])('prints %s', (_name, input, expected) => {
    expect(marshalToJson(input, 1000)).toBe(expected);
  });

  it.each([
    ['nan', bytes('g', float(NaN)), 'the float nan'],
    ['inf', bytes('g', float(Infinity)), 'the float inf'],
    ['-inf', bytes('g', float(-Infinity)), 'the float -inf'],
    ['2**53', bytes('l', long(4, 0, 0, 0, 0x100)), 'an int beyond 2^53 - 1'],
    ['10**4000', bytes('l', long(886)), 'an int beyond 2^53 - 1'],
    ['a tuple', bytes('(', size(0)), 'a value of type tuple'],
    ['a set', bytes('<', size(0)), 'a value of type set'],
    ['bytes', bytes('s', size(0)), 'a value of type bytes'],
    ['a complex', bytes('y', float(0), float(1)), 'a value of type complex'],
    ['an int key', bytes('{', 'i', size(1), 'N', '0'), 'a dict key that is not a str'],
    ['a list in itself', bytes([0xdb], size(1), 'r', size(0)), 'something that contains itself'],
    ['a nested one', bytes('[', size(1), '(', size(0)), 'a value of type tuple'],
  ])('refuses %s', (_name, input, message) => {
    expect(() => marshalToJson(input, 1000)).toThrow(NotPlain);
    expect(() => marshalToJson(input, 1000)).toThrow(message);
  });

  it('does not build what would be too long', () => {
    const shared = (inner: Uint8Array, index: number): Uint8Array =>
      bytes([0xdb], size(2), [...inner], 'r', size(index));
    let laughs = bytes([0xdb], size(0));
    for (let depth = 40; depth > 0; depth -= 1) laughs = shared(laughs, depth);
    expect(() => marshalToJson(laughs, 1000)).toThrow(TooLarge);
  });
});
