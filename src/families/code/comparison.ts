import { complexOf, keyOf, partsOf, realOf, tagOf, type Encoded } from './value.js';

/**
 * How a returned value is compared with an expected one.
 *
 * - `exact`: EvalPlus's rule: Python's `==`, and where the expected value is a float or a flat list or tuple of floats,
 *   1e-6 absolute beside 1e-7 relative;
 * - `atol`: the same with a given absolute tolerance, in lists and tuples of any depth and in the values of dicts;
 * - `close`: `math.isclose` with a relative tolerance;
 * - `set`: the same set of elements, whatever the container, order and repetitions;
 * - `unordered`: `exact`, but the elements of a list or tuple may come in any order;
 * - `not-none`: a boolean must be the expected one, anything else must be None or not None accordingly;
 * - `truthy`: both true or both false where a condition is wanted;
 * - `any`: every answer is right.
 */
export type Comparison =
  | { readonly kind: 'exact' }
  | { readonly kind: 'atol'; readonly atol: number }
  | { readonly kind: 'close'; readonly rtol: number }
  | { readonly kind: 'set' }
  | { readonly kind: 'unordered' }
  | { readonly kind: 'not-none' }
  | { readonly kind: 'truthy' }
  | { readonly kind: 'any' };

/** The names of all comparisons. */
export const comparisonKinds: readonly Comparison['kind'][] = [
  'exact',
  'atol',
  'close',
  'set',
  'unordered',
  'not-none',
  'truthy',
  'any',
];

/** EvalPlus's tolerance for floats that a task gives none for, and numpy's default relative part of it. */
const floatTolerance = 1e-6;
const relativeTolerance = 1e-7;

/**
 * Whether a returned value is right, by EvalPlus's rules (v0.3.1, `check_output`), computed on plain data outside the
 * interpreter. Differences: NaN is right where NaN is expected; opaque values are never right.
 *
 * @example
 * isRight(['f', 0.1], ['f', 0.1000001], { kind: 'exact' }) // true
 */
export function isRight(returned: Encoded, expected: Encoded, comparison: Comparison): boolean {
  switch (comparison.kind) {
    case 'any':
      return true;
    case 'truthy':
      return truthOf(returned) === truthOf(expected);
    case 'not-none':
      return tagOf(returned) === 'bool'
        ? returned === expectsSomething(expected)
        : expectsSomething(expected) === (returned !== null);
    case 'set':
      return sameKeys(elementsOf(returned), elementsOf(expected), true);
    case 'unordered':
      if (tagOf(expected) !== 'l' && tagOf(expected) !== 't')
        return isRight(returned, expected, { kind: 'exact' });
      return (
        tagOf(returned) === tagOf(expected) &&
        (sameKeys(partsOf(returned), partsOf(expected), false) || nearlySorted(returned, expected))
      );
    case 'close':
      return isClose(returned, expected, comparison.rtol);
    case 'atol':
      return isEqual(returned, expected) || nearlyEqual(returned, expected, comparison.atol);
    case 'exact':
      return (
        isEqual(returned, expected) || (isFloats(expected) && nearlyEqual(returned, expected, floatTolerance))
      );
  }
}

/** Python's `==` between encoded values, with NaN equal to NaN. */
function isEqual(a: Encoded, b: Encoded): boolean {
  const key = keyOf(a);
  return key !== undefined && key === keyOf(b);
}

/** What an expected value says where only None or not None counts: a boolean speaks for itself. */
function expectsSomething(expected: Encoded): boolean {
  return typeof expected === 'boolean' ? expected : expected !== null;
}

/** A float, or a list or tuple of nothing but floats. */
function isFloats(value: Encoded): boolean {
  const tag = tagOf(value);
  if (tag === 'f') return true;
  return (
    (tag === 'l' || tag === 't') &&
    partsOf(value).length > 0 &&
    partsOf(value).every((part) => tagOf(part) === 'f')
  );
}

/** numpy's allclose as EvalPlus calls it: the same outer type and length, then number by number. */
function nearlyEqual(returned: Encoded, expected: Encoded, atol: number): boolean {
  const tag = tagOf(expected);
  if (tagOf(returned) !== tag && !(isInteger(returned) && isInteger(expected))) return false;
  return near(returned, expected, atol);
}

function isInteger(value: Encoded): boolean {
  return tagOf(value) === 'int' || tagOf(value) === 'i';
}

function near(returned: Encoded, expected: Encoded, atol: number): boolean {
  const a = complexOf(returned);
  const b = complexOf(expected);
  if (a !== undefined && b !== undefined) {
    if (isEqual(returned, expected)) return true;
    return (
      Math.hypot(a.re - b.re, a.im - b.im) <= atol + relativeTolerance * Math.hypot(b.re, b.im) &&
      Number.isFinite(b.re) &&
      Number.isFinite(b.im)
    );
  }
  const tag = tagOf(expected);
  if ((tag === 'l' || tag === 't') && (tagOf(returned) === 'l' || tagOf(returned) === 't')) {
    const [x, y] = [partsOf(returned), partsOf(expected)];
    return x.length === y.length && x.every((part, at) => near(part, y[at] ?? null, atol));
  }
  if (tag === 'd' && tagOf(returned) === 'd') return nearDicts(partsOf(returned), partsOf(expected), atol);
  return isEqual(returned, expected);
}

function nearDicts(returned: readonly Encoded[], expected: readonly Encoded[], atol: number): boolean {
  if (returned.length !== expected.length) return false;
  const values = new Map<string, Encoded>();
  for (let at = 0; at < returned.length; at += 2)
    values.set(keyOf(returned[at] ?? null) ?? '', returned[at + 1] ?? null);
  for (let at = 0; at < expected.length; at += 2) {
    const value = values.get(keyOf(expected[at] ?? null) ?? '');
    if (value === undefined || !near(value, expected[at + 1] ?? null, atol)) return false;
  }
  return true;
}

/** Python's math.isclose. */
function isClose(returned: Encoded, expected: Encoded, rtol: number): boolean {
  const [a, b] = [realOf(returned), realOf(expected)];
  if (a === undefined || b === undefined) return false;
  return (
    isEqual(returned, expected) ||
    (Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= rtol * Math.max(Math.abs(a), Math.abs(b)))
  );
}

/** What iterating over a value gives; undefined where Python could not iterate. */
function elementsOf(value: Encoded): readonly Encoded[] | undefined {
  switch (tagOf(value)) {
    case 'l':
    case 't':
    case 's':
    case 'q':
      return partsOf(value);
    case 'd':
      return partsOf(value).filter((_part, at) => at % 2 === 0);
    case 'str':
      return Array.from(value as string);
    default:
      return undefined;
  }
}

function sameKeys(
  a: readonly Encoded[] | undefined,
  b: readonly Encoded[] | undefined,
  once: boolean,
): boolean {
  if (a === undefined || b === undefined) return false;
  const keys = [a, b].map((elements) => {
    const all = elements.map((element) => keyOf(element));
    return all.includes(undefined) ? undefined : (once ? [...new Set(all)] : all).sort().join(',');
  });
  return keys[0] !== undefined && keys[0] === keys[1];
}

/** Numbers in any order, within the float tolerance once both sides are sorted. */
function nearlySorted(returned: Encoded, expected: Encoded): boolean {
  const [a, b] = [partsOf(returned), partsOf(expected)];
  const numbers = (parts: readonly Encoded[]): number[] =>
    parts
      .map(realOf)
      .filter((number) => number !== undefined)
      .sort((x, y) => x - y);
  const [x, y] = [numbers(a), numbers(b)];
  if (a.length !== b.length || x.length !== a.length || y.length !== b.length) return false;
  return x.every(
    (number, at) =>
      Math.abs(number - (y[at] ?? NaN)) <= floatTolerance + relativeTolerance * Math.abs(y[at] ?? NaN),
  );
}

/** Whether Python takes a value for true. An opaque object is true, as objects are unless their class says otherwise. */
function truthOf(value: Encoded): boolean {
  const number = complexOf(value);
  if (number !== undefined) return !(number.re === 0 && number.im === 0);
  if (value === null || value === '') return false;
  if (['l', 't', 's', 'q', 'd'].includes(tagOf(value))) return partsOf(value).length > 0;
  if (tagOf(value) === 'r') return keyOf(value) !== 'r()';
  return tagOf(value) !== 'b' || partsOf(value)[0] !== '';
}
