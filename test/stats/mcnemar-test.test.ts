import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarTest } from '../../src/stats/mcnemar-test.js';
import { signFlipTest } from '../../src/stats/sign-flip-test.js';

fc.configureGlobal({ seed: 20260713 });

describe('mcnemarTest', () => {
  // 2·Σ_{k ≤ min} C(n, k)/2^n as exact fractions in Python; scipy 1.17.1 binomtest agrees to 14 digits.
  it.each([
    [5, 15, 0.04138946533203125],
    [61, 36, 0.01438963300709566],
    [36, 20, 0.04404654610215077],
    [8, 1, 0.0390625],
    [120, 90, 0.045114087864840696],
  ])('gives the exact p of %d against %d', (corrected, broken, expected) => {
    const { pValue, n, statistic } = mcnemarTest({ corrected, broken });
    expect(Math.abs(pValue / expected - 1)).toBeLessThan(4e-15);
    expect({ n, statistic }).toEqual({ n: corrected + broken, statistic: corrected - broken });
    expect(mcnemarTest({ corrected: broken, broken: corrected }).pValue).toBe(pValue);
  });

  it('counts the observed outcome by half in the mid-p', () => {
    expect(mcnemarTest({ corrected: 5, broken: 15 }).midP).toBeCloseTo(0.026603698730469, 15);
    expect(mcnemarTest({ corrected: 3, broken: 3 })).toMatchObject({ pValue: 1, midP: 1 - 20 / 64 / 2 });
  });

  it('has sides', () => {
    expect(mcnemarTest({ corrected: 8, broken: 1 }, { alternative: 'greater' }).pValue).toBe(10 / 512);
    expect(mcnemarTest({ corrected: 8, broken: 1 }, { alternative: 'less' }).pValue).toBe(511 / 512);
  });

  it('is the sign-flip test of single verdicts', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), (corrected, broken) => {
        fc.pre(corrected + broken > 0);
        const verdicts = [...Array<number>(corrected).fill(1), ...Array<number>(broken).fill(-1)];
        for (const alternative of ['two-sided', 'greater', 'less'] as const) {
          const mcnemar = mcnemarTest({ corrected, broken }, { alternative });
          const signFlip = signFlipTest(verdicts, { alternative });
          expect(mcnemar.pValue).toBeCloseTo(signFlip.pValue, 13);
          expect(mcnemar.midP).toBeCloseTo(signFlip.midP, 13);
        }
      }),
    );
  });

  it('goes on where whole numbers become slow', () => {
    // scipy 1.17.1 binomtest(2800, 5800)
    expect(mcnemarTest({ corrected: 2800, broken: 3000 }).pValue).toBeCloseTo(0.00896943600119357, 13);
  });

  it('warns that verdicts are not tasks, and of no evidence', () => {
    const codes = (corrected: number, broken: number, unit?: 'task'): string[] =>
      mcnemarTest({ corrected, broken }, unit === undefined ? {} : { unit }).warnings.map(({ code }) => code);
    expect(codes(61, 36)).toEqual(['verdicts-as-tasks']);
    expect(codes(61, 36, 'task')).toEqual([]);
    expect(codes(0, 0)).toEqual(['no-evidence']);
    expect(codes(0, 1200, 'task')).toEqual(['underflow']);
  });

  it.each([
    [-1, 3],
    [2.5, 1],
    [NaN, 1],
    [1, Infinity],
  ])('refuses %d against %d', (corrected, broken) => {
    expect(() => mcnemarTest({ corrected, broken })).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});
