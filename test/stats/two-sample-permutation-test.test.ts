import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { twoSamplePermutationTest } from '../../src/stats/two-sample-permutation-test.js';

fc.configureGlobal({ seed: 20260713 });

// Efron and Tibshirani (1993), table 2.1
const treated = [94, 197, 16, 38, 99, 141, 23];
const control = [52, 104, 146, 10, 51, 30, 40, 27, 46];

/** All splits: the definition. */
function enumerate(
  a: readonly number[],
  b: readonly number[],
  noise: number,
): Record<'two-sided' | 'greater' | 'less', number> {
  const pooled = [...a, ...b];
  const total = pooled.reduce((sum, value) => sum + value, 0);
  const observed = a.reduce((sum, value) => sum + value, 0);
  const middle = (total * a.length) / pooled.length;
  let [splits, far, up, down] = [0, 0, 0, 0];
  for (let code = 0; code < 2 ** pooled.length; code++) {
    const group = pooled.filter((_, at) => ((code >> at) & 1) === 1);
    if (group.length !== a.length) continue;
    const sum = group.reduce((all, value) => all + value, 0);
    splits++;
    far += +(Math.abs(sum - middle) >= Math.abs(observed - middle) - noise);
    up += +(sum >= observed - noise);
    down += +(sum <= observed + noise);
  }
  return { 'two-sided': far / splits, greater: up / splits, less: down / splits };
}

describe('twoSamplePermutationTest', () => {
  it('gives the published values', () => {
    const one = twoSamplePermutationTest(treated, control, { alternative: 'greater' });
    expect(one.pValue).toBe(1613 / 11440);
    expect(one).toMatchObject({ n: 16, sizes: { a: 7, b: 9 }, exact: true, statistic: 608 / 7 - 506 / 9 });
    expect(twoSamplePermutationTest(treated, control)).toMatchObject({ pValue: 3184 / 11440 });
    // 26 of the splits tie with the observed one
    expect(one.midP).toBeCloseTo(1600 / 11440, 14);
  });

  // scipy 1.17.1 permutation_test(permutation_type='independent'), all splits
  it('agrees with scipy on real values', () => {
    const p = (alternative: 'two-sided' | 'greater' | 'less'): number =>
      twoSamplePermutationTest(treated.map(Math.sqrt), control.map(Math.sqrt), { alternative }).pValue;
    expect(p('greater')).toBe(1920 / 11440);
    expect(p('less')).toBe(9521 / 11440);
    // scipy doubles the smaller tail, 3840/11440; here further means further from the mean: enumerated in Python.
    expect(p('two-sided')).toBeCloseTo(3839 / 11440, 14);
  });

  it('equals full enumeration', () => {
    const sample = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
      fc.array(values, { minLength: 1, maxLength: 6 });
    const whole = fc.integer({ min: -7, max: 9 });
    const real = fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((bits) => bits / 2 ** 29);
    fc.assert(
      fc.property(
        fc.oneof(fc.tuple(sample(whole), sample(whole)), fc.tuple(sample(real), sample(real))),
        fc.constantFrom(1, 1 / 3, Math.PI),
        ([a, b], scale) => {
          const expected = enumerate(a, b, 1e-10);
          for (const alternative of ['two-sided', 'greater', 'less'] as const) {
            const scaled = twoSamplePermutationTest(
              a.map((value) => value * scale),
              b.map((value) => value * scale),
              { alternative },
            );
            expect(scaled.exact).toBe(true);
            expect(scaled.pValue).toBeCloseTo(expected[alternative], 12);
            expect(scaled.midP).toBeLessThanOrEqual(scaled.pValue);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives the same by all three ways', () => {
    const a = Array.from({ length: 14 }, (_, at) => (at * 7) % 9);
    const b = Array.from({ length: 40 }, (_, at) => (at * 5) % 8);
    for (const alternative of ['two-sided', 'greater', 'less'] as const) {
      const lattice = twoSamplePermutationTest(a, b, { alternative });
      expect(lattice.algorithm).toBe('lattice');
      expect(twoSamplePermutationTest(b, a, { alternative: flip(alternative) }).pValue).toBeCloseTo(
        lattice.pValue,
        12,
      );
      const sampled = twoSamplePermutationTest(a, b, {
        alternative,
        method: 'monte-carlo',
        resamples: 20_000,
        seed: 4,
      });
      const error = Math.sqrt((lattice.pValue * (1 - lattice.pValue)) / 20_000);
      expect(Math.abs(sampled.pValue - lattice.pValue)).toBeLessThan(4 * error);
      expect(Math.abs(sampled.midP - lattice.midP)).toBeLessThan(5 * error);
      expect(sampled).toMatchObject({ exact: false, resamples: 20_000, seed: 4 });
    }
    const short = twoSamplePermutationTest(a.slice(0, 9), b.slice(0, 9));
    const spread = twoSamplePermutationTest(
      a.slice(0, 9).map((value) => value * 1e6),
      b.slice(0, 9).map((value, at) => value * 1e6 + (at === 0 ? 1e-3 : 0)),
    );
    expect(spread.algorithm).toBe('meet-in-the-middle');
    expect(Math.abs(spread.pValue - short.midP)).toBeLessThanOrEqual(short.pValue - short.midP + 1e-9);
  });

  it('reports traps', () => {
    const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
      result.warnings.map(({ code }) => code);
    expect(twoSamplePermutationTest([1, 1], [1, 1, 1])).toMatchObject({ pValue: 1, midP: 0.5 });
    expect(codes(twoSamplePermutationTest([1, 1], [1]))).toEqual(['zero-variance']);
    expect(codes(twoSamplePermutationTest([1, 2], [3, 4, 5], { unit: 'run' }))).toEqual(['few-runs']);
    const reals = Array.from({ length: 60 }, (_, at) => Math.sin(at));
    expect(codes(twoSamplePermutationTest(reals.slice(0, 30), reals.slice(30), { resamples: 500 }))).toEqual([
      'sampled',
    ]);
  });

  it('refuses bad samples', () => {
    const bad: unknown = expect.objectContaining({ code: 'bad-input' });
    expect(() => twoSamplePermutationTest([], [1])).toThrow(bad);
    expect(() => twoSamplePermutationTest([1], [NaN])).toThrow(bad);
    const reals = Array.from({ length: 50 }, (_, at) => Math.sin(at));
    expect(() => twoSamplePermutationTest(reals, reals.map(Math.exp), { method: 'exact' })).toThrow(bad);
  });
});

function flip(alternative: 'two-sided' | 'greater' | 'less'): 'two-sided' | 'greater' | 'less' {
  return alternative === 'greater' ? 'less' : alternative === 'less' ? 'greater' : 'two-sided';
}
