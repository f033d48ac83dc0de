import { describe, expect, it } from 'vitest';
import { evaluate, parseFormula, referencesIn, write } from '../../../src/analysis/paper/expression.js';
import type { Quantity } from '../../../src/analysis/paper/quantities.js';

const quantities: Readonly<Record<string, Quantity>> = {
  half: { box: { low: 0.5, high: 0.5 }, text: '1/2' },
  three: { box: { low: 3, high: 3 }, text: '3' },
  rounded: { box: { low: 0.115, high: 0.125 }, text: '.12' },
};
const look = (name: string): Quantity => quantities[name] ?? { box: { low: NaN, high: NaN }, text: '?' };

describe('formulas', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 / 4 / 2', 1],
    ['8 / (4 / 2)', 4],
    ['7 − 2 - 1', 4],
    ['7 - (2 - 1)', 6],
    ['2 × {three} − .5', 5.5],
    ['{half} * {half}', 0.25],
  ])('%s is %d', (text, value) => {
    expect(evaluate(parseFormula(text), look)).toEqual({ low: value, high: value });
  });

  it('carries rounding through', () => {
    expect(evaluate(parseFormula('1 − {rounded}'), look)).toEqual({ low: 0.875, high: 0.885 });
    const quotient = evaluate(parseFormula('{three} / {rounded}'), look);
    expect(quotient.low).toBeCloseTo(24, 12);
    expect(quotient.high).toBeCloseTo(3 / 0.115, 12);
    expect(evaluate(parseFormula('1 / ({rounded} − {rounded})'), look)).toEqual({
      low: -Infinity,
      high: Infinity,
    });
  });

  it.each([
    ['({half} - 1) / (3 + 1)', '(1/2 − 1)/(3 + 1)'],
    ['{half} * 3', '(1/2) × 3'],
    ['7 - (2 - 1)', '7 − (2 − 1)'],
    ['{rounded} + 1', '.12 + 1'],
  ])('writes %s with its quantities', (text, written) => {
    expect(write(parseFormula(text), look)).toBe(written);
  });

  it('names what it refers to', () => {
    expect(referencesIn(parseFormula('({a.low} + 1) / {b}'))).toEqual(['a.low', 'b']);
  });

  it.each([
    ['', 'column 1: expected a number, {id} or (, got the end'],
    ['1 +', 'column 4: expected a number, {id} or (, got the end'],
    ['(1 + 2', 'column 7: expected ), got the end'],
    ['1 2', "column 2: expected + − × / or the end, got '2'"],
    ['{a} ^ 2', "column 4: expected + − × / or the end, got '^ 2'"],
    ['2 + x', "column 4: expected a number, {id} or (, got 'x'"],
  ])('points at the column of %j', (text, message) => {
    expect(() => parseFormula(text)).toThrow(message);
  });
});
