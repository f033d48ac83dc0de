import { z } from 'zod';

/**
 * A Python value as the drivers encode it: null, booleans, strings and integers up to 2⁵³ stand for themselves;
 * everything else is an array that starts with a tag.
 *
 * | tag | value |
 * |---|---|
 * | `f` | float: a number, `'nan'`, `'inf'` or `'-inf'` |
 * | `i` | larger integer, in hex with a sign |
 * | `c` | complex: two parts as of a float |
 * | `b` | bytes or bytearray, in hex |
 * | `l` `t` `s` `q` | list, tuple, set or frozenset, deque: the elements |
 * | `d` | dict (Counter, OrderedDict and defaultdict too): keys and values in turn |
 * | `r` | range: start, stop, step |
 * | `o` | date, datetime, time, timedelta, Decimal or Fraction: type and repr |
 * | `x` | opaque: type and why; equals nothing |
 */
export type Encoded = null | boolean | number | string | readonly Encoded[];

/** Lets anything through that is there: an unknown tag is opaque. */
export const encodedSchema: z.ZodType<Encoded> = z.custom<Encoded>((value) => value !== undefined);

/** The tag of an encoded value, or the kind of one that stands for itself. */
export function tagOf(value: Encoded): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return textOf(value[0]);
  return typeof value === 'number' ? 'int' : typeof value === 'string' ? 'str' : 'bool';
}

/** What follows the tag: the elements of a container, the parts of a number. */
export function partsOf(value: Encoded): readonly Encoded[] {
  return typeof value === 'object' && value !== null ? value.slice(1) : [];
}

/** A tag, a hex number or a name inside an encoded value. */
function textOf(part: Encoded | undefined): string {
  return typeof part === 'string' ? part : '';
}

const typeNames: Readonly<Record<string, string>> = {
  null: 'None',
  bool: 'bool',
  int: 'int',
  i: 'int',
  str: 'str',
  f: 'float',
  c: 'complex',
  b: 'bytes',
  l: 'list',
  t: 'tuple',
  s: 'set',
  q: 'deque',
  d: 'dict',
  r: 'range',
};

/**
 * The Python type of an encoded value, for people.
 *
 * @example
 * typeName(['t', 1]) // 'tuple'
 */
export function typeName(value: Encoded): string {
  return typeNames[tagOf(value)] ?? textOf(partsOf(value)[0]);
}

/** A real number as a float, where the value is one (booleans count, as in Python). */
export function realOf(value: Encoded): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if (tagOf(value) === 'i') return Number(bigOf(value));
  if (tagOf(value) !== 'f') return undefined;
  return floatOf(partsOf(value)[0] ?? null);
}

/** A part of a float or complex number. */
function floatOf(part: Encoded): number {
  if (typeof part === 'number') return part;
  return part === 'inf' ? Infinity : part === '-inf' ? -Infinity : NaN;
}

/** Real and imaginary part of a number of any kind. */
export function complexOf(value: Encoded): { readonly re: number; readonly im: number } | undefined {
  const real = realOf(value);
  if (real !== undefined) return { re: real, im: 0 };
  if (tagOf(value) !== 'c') return undefined;
  const [re = null, im = null] = partsOf(value);
  return { re: floatOf(re), im: floatOf(im) };
}

function bigOf(value: Encoded): bigint {
  const hex = textOf(partsOf(value)[0]);
  return hex.startsWith('-') ? -BigInt(hex.slice(1)) : BigInt(hex);
}

/**
 * A text that two values share exactly if Python's `==` holds between them (1, 1.0 and True are one key; a list is no
 * tuple; dicts and sets have no order), except that NaN equals NaN. Undefined when something opaque is inside.
 *
 * @example
 * keyOf(['f', 1]) === keyOf(true) // true
 */
export function keyOf(value: Encoded): string | undefined {
  const parts = partsOf(value);
  switch (tagOf(value)) {
    case 'null':
      return 'N';
    case 'bool':
      return value === true ? '1' : '0';
    case 'int':
    case 'str':
      return JSON.stringify(value);
    case 'i':
      return bigOf(value).toString();
    case 'f':
      return numberKey(floatOf(parts[0] ?? null));
    case 'c': {
      const { re, im } = complexOf(value) ?? { re: NaN, im: NaN };
      return im === 0 ? numberKey(re) : `c(${numberKey(re)},${numberKey(im)})`;
    }
    case 'b':
      return `b${textOf(parts[0])}`;
    case 'l':
    case 't':
    case 'q':
      return joined(tagOf(value), keysOf(parts));
    case 's':
      return joined('s', keysOf(parts)?.sort());
    case 'd':
      return joined('d', pairKeys(keysOf(parts))?.sort());
    case 'r':
      return rangeKey(parts.map((part) => BigInt(keyOf(part) ?? 0)));
    case 'o':
      return `o${JSON.stringify(parts)}`;
    default:
      return undefined;
  }
}

/** The keys of all parts, or undefined when one is opaque. */
function keysOf(parts: readonly Encoded[]): string[] | undefined {
  const keys: string[] = [];
  for (const part of parts) {
    const key = keyOf(part);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys;
}

function pairKeys(keys: readonly string[] | undefined): string[] | undefined {
  return keys?.flatMap((key, at) => (at % 2 === 0 ? [`${key}:${keys[at + 1]}`] : []));
}

function joined(tag: string, keys: readonly string[] | undefined): string | undefined {
  return keys === undefined ? undefined : `${tag}[${keys.join(',')}]`;
}

/** Whole floats are written as integers, so that 1e20 and 10**20 share a key. */
function numberKey(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** Ranges are equal when they give the same numbers. */
function rangeKey([start = 0n, stop = 0n, step = 1n]: readonly bigint[]): string {
  const span = step > 0n ? stop - start : start - stop;
  const size = step > 0n ? step : -step;
  const length = span > 0n ? (span + size - 1n) / size : 0n;
  if (length === 0n) return 'r()';
  return length === 1n ? `r(${start})` : `r(${start},${step},${length})`;
}
