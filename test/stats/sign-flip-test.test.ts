import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signFlipTest } from '../../src/stats/sign-flip-test.js';

fc.configureGlobal({ seed: 20260713 });

/** Real numbers with 31 random bits, none so small that it would pass for rounding noise. */
const reals = fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((bits) => (bits === 0 ? 1 : bits) / 2 ** 29);

// R. A. Fisher, The Design of Experiments (1935), section 21: Darwin's maize, eighths of an inch.
const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
// Student (1908): additional hours of sleep, second drug minus first.
const sleep = [1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4];
// Forty task differences of three seeds, in thirds.
const thirds = [
  3, 2, 0, 0, 1, 0, 3, 2, 2, -1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, -3, 2, -3, -3, 3, 0, 0, 3, 0, 2, 0, 0, -1, 0,
  3, -2, 0, 1, 0, 0,
];

/** All 2^n sign patterns, on whole numbers or with a tolerance: the definition. */
function enumerate(
  values: readonly number[],
  noise: number,
): { two: number; twoMid: number; greater: number; less: number } {
  const observed = values.reduce((sum, value) => sum + value, 0);
  let [further, asFar, above, equal] = [0, 0, 0, 0];
  const patterns = 2 ** values.length;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let at = 0; at < values.length; at++)
      sum += ((pattern >> at) & 1) === 1 ? (values[at] ?? 0) : -(values[at] ?? 0);
    if (Math.abs(sum) > Math.abs(observed) + noise) further++;
    else if (Math.abs(sum) >= Math.abs(observed) - noise) asFar++;
    if (sum > observed + noise) above++;
    else if (sum >= observed - noise) equal++;
  }
  return {
    two: (further + asFar) / patterns,
    twoMid: (further + asFar / 2) / patterns,
    greater: (above + equal) / patterns,
    less: (patterns - above) / patterns,
  };
}

function expectLikeEnumeration(
  differences: readonly number[],
  whole: readonly number[],
  noise: number,
): void {
  const expected = enumerate(whole, noise);
  const two = signFlipTest(differences, { unit: 'task' });
  expect(two.exact).toBe(true);
  expect(two.pValue).toBeCloseTo(expected.two, 12);
  expect(two.midP).toBeCloseTo(expected.twoMid, 12);
  expect(signFlipTest(differences, { alternative: 'greater' }).pValue).toBeCloseTo(expected.greater, 12);
  expect(signFlipTest(differences, { alternative: 'less' }).pValue).toBeCloseTo(expected.less, 12);
}

describe('signFlipTest', () => {
  it('gives the published values', () => {
    expect(signFlipTest(maize)).toMatchObject({
      pValue: 1726 / 32768,
      midP: 0.05181884765625,
      statistic: 314,
      n: 15,
    });
    expect(signFlipTest(sleep).pValue).toBe(4 / 1024);
  });

  it('tells the task test from the verdict test on the same data', () => {
    const result = signFlipTest(thirds.map((count) => count / 3));
    expect(result).toMatchObject({
      pValue: 0.119110107421875,
      algorithm: 'lattice',
      method: 'exact',
      unit: 'task',
    });
    // 30 verdicts corrected and 13 broken, with the concordant ones: the same mean difference, taken apart.
    const verdicts = [
      ...Array<number>(30).fill(1),
      ...Array<number>(13).fill(-1),
      ...Array<number>(77).fill(0),
    ];
    const trap = signFlipTest(verdicts);
    expect(trap.pValue).toBeCloseTo(0.0137181850586785, 15);
    expect(trap.warnings.map(({ code }) => code)).toEqual(['unit-not-stated']);
    expect(signFlipTest(verdicts, { unit: 'task' }).warnings).toEqual([]);
  });

  it('warns when a task occurs twice', () => {
    const { warnings } = signFlipTest([0.5, 0.2, -0.1], { tasks: ['a', 'b', 'a'] });
    expect(warnings).toEqual([expect.objectContaining({ code: 'verdicts-as-tasks' })]);
    expect(signFlipTest([0.5, 0.2, -0.1], { tasks: ['a', 'b', 'c'] }).warnings).toEqual([]);
  });

  // scipy 1.17.1 permutation_test(permutation_type='samples'), all resamples
  it('agrees with scipy on real values', () => {
    const real = [0.31, -1.27, 0.88, 2.05, -0.42, 1.9, 0.77, -0.06, 1.13, 0.59];
    expect(signFlipTest(real, { alternative: 'greater' }).pValue).toBe(0.0517578125);
    const roots = Array.from({ length: 14 }, (_, at) => Math.sqrt(at + 1) * (at % 3 === 0 ? -1 : 1));
    expect(signFlipTest(roots)).toMatchObject({ pValue: 4212 / 2 ** 14, algorithm: 'meet-in-the-middle' });
  });

  it('equals full enumeration on whole numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 16 }), (values) => {
        expectLikeEnumeration(values, values, 0);
      }),
      { numRuns: 60 },
    );
  });

  it('equals full enumeration on thirds, at any scale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 16 }),
        fc.constantFrom(1 / 3, 1 / 7, 0.1, Math.E),
        (counts, unit) => {
          expectLikeEnumeration(
            counts.map((count) => count * unit),
            counts,
            0,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('equals full enumeration on reals', () => {
    fc.assert(
      fc.property(fc.array(reals, { minLength: 1, maxLength: 16 }), (values) => {
        const noise = 1e-13 * values.reduce((sum, value) => sum + Math.abs(value), 0);
        expectLikeEnumeration(values, values, noise);
      }),
      { numRuns: 60 },
    );
    const sixteen = Array.from({ length: 16 }, (_, at) => Math.sin(7 * at + 1) + 0.2);
    expectLikeEnumeration(sixteen, sixteen, 1e-13);
  });

  it('ignores order, scale and added zeros', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -6, max: 6 }), reals), { minLength: 1, maxLength: 20 }),
        fc.double({ min: 1e-2, max: 1e2, noNaN: true }),
        fc.nat(5),
        (values, scale, zeros) => {
          const { pValue, midP } = signFlipTest(values);
          const changed = [
            ...Array<number>(zeros).fill(0),
            ...values.map((value) => value * scale).reverse(),
          ];
          const again = signFlipTest(changed);
          expect(again.pValue).toBeCloseTo(pValue, 12);
          expect(again.midP).toBeCloseTo(midP, 12);
          expect(signFlipTest(values.map((value) => -value)).pValue).toBeCloseTo(pValue, 12);
        },
      ),
    );
  });

  it('gives the same on a lattice and in the middle', () => {
    const values = Array.from({ length: 30 }, (_, at) => ((at * 37) % 23) - 9);
    const lattice = signFlipTest(values);
    // A tiny irrational shift of one value puts it off the lattice and moves no sum past another.
    const moved = signFlipTest(values.map((value, at) => (at === 4 ? value + Math.SQRT2 * 1e-7 : value)));
    expect([lattice.algorithm, moved.algorithm]).toEqual(['lattice', 'meet-in-the-middle']);
    expect(moved.pValue).toBeGreaterThan(lattice.midP - 0.01);
    expect(moved.pValue).toBeLessThan(lattice.pValue + 1e-9);
  });

  it('sums thirds without floating error, forty at a time', () => {
    // As floats, sums that should tie differ in the last bit; as whole numbers they tie.
    for (let shift = 0; shift < 40; shift++) {
      const counts = thirds.map((count, at) => (at < shift ? -count : count));
      const fromThirds = signFlipTest(counts.map((count) => count / 3));
      expect(fromThirds.pValue).toBe(signFlipTest(counts).pValue);
    }
  });

  it('reaches two thousand differences', () => {
    const many = Array.from(
      { length: 2000 },
      (_, at) => (((at * 7919) % 7) - 3 + (at % 20 === 0 ? 1 : 0)) / 3,
    );
    // The same sum over all sign patterns in Python's unlimited integers.
    const { pValue, midP, algorithm } = signFlipTest(many);
    expect(algorithm).toBe('lattice');
    expect(pValue).toBeCloseTo(0.2812481518504454, 13);
    expect(midP).toBeCloseTo(0.2763466647316196, 13);
  });

  it('keeps p above 0 where doubles end', () => {
    const { pValue, warnings } = signFlipTest(Array<number>(1500).fill(2));
    expect(pValue).toBeGreaterThan(0);
    expect(warnings).toEqual([expect.objectContaining({ code: 'underflow' })]);
    expect(signFlipTest(Array<number>(900).fill(2)).pValue).toBeCloseTo(2 ** -899, 280);
  });

  it('calls all zeros no evidence', () => {
    expect(signFlipTest([0, 0, 0])).toMatchObject({ pValue: 1, midP: 0.5, method: 'exact' });
    expect(signFlipTest([0, 0]).warnings).toEqual([expect.objectContaining({ code: 'all-zero' })]);
    expect(signFlipTest([1, -1], { unit: 'task' })).toMatchObject({ pValue: 1, midP: 0.75 });
  });

  it('stays within its error when it samples, and says so', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 5 }), { minLength: 5, maxLength: 70 }),
        fc.constantFrom('two-sided', 'greater', 'less'),
        fc.nat(1000),
        (values, alternative, seed) => {
          const exact = signFlipTest(values, { alternative });
          const sampled = signFlipTest(values, {
            alternative,
            method: 'monte-carlo',
            resamples: 20_000,
            seed,
          });
          const error = Math.sqrt((exact.pValue * (1 - exact.pValue)) / 20_000) + 1 / 20_000;
          expect(Math.abs(sampled.pValue - exact.pValue)).toBeLessThan(5 * error);
          expect(Math.abs(sampled.midP - exact.midP)).toBeLessThan(5 * error + 5 / Math.sqrt(20_000) / 10);
          expect(sampled).toMatchObject({ method: 'monte-carlo', exact: false, resamples: 20_000, seed });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('counts the observed outcome among the sampled ones', () => {
    const { pValue } = signFlipTest(Array<number>(60).fill(1), {
      method: 'monte-carlo',
      resamples: 999,
      unit: 'task',
    });
    expect(pValue).toBe(1 / 1000);
  });

  it('repeats itself for a seed and falls back by itself', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => Math.sin(3 * at) + 0.15);
    const first = signFlipTest(hundred, { seed: 7 });
    expect(first).toEqual(signFlipTest(hundred, { seed: 7 }));
    expect(first.warnings).toEqual([expect.objectContaining({ code: 'sampled' })]);
    expect(() => signFlipTest(hundred, { method: 'exact' })).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });

  it.each([
    ['nothing', []],
    ['NaN', [1, NaN]],
    ['an infinity', [Infinity, 1]],
  ])('refuses %s', (_, values) => {
    expect(() => signFlipTest(values)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });

  it('refuses a misspelt option', () => {
    const options: object = { alternativ: 'greater' };
    expect(() => signFlipTest([1, 2], options)).toThrow(
      expect.objectContaining({ code: 'usage', hint: "did you mean 'alternative'?" }),
    );
    expect(() => signFlipTest([1, 2], { tasks: ['a'] })).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });
});
