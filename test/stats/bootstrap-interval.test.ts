import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../src/random.js';
import { bootstrapInterval, type BootstrapMethod } from '../../src/stats/bootstrap-interval.js';
import { normalCdf, normalQuantile } from '../../src/stats/numeric/normal.js';
import { resampleSums } from '../../src/stats/numeric/resample-sums.js';

fc.configureGlobal({ seed: 20260713 });

// Efron and Tibshirani (1993), table 2.1; Darwin's maize and Student's sleep data as in the sign-flip tests.
const treated = [94, 197, 16, 38, 99, 141, 23];
const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
const sleep = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
const thirds = [
  3, 2, 0, 0, 1, 0, 3, 2, 2, -1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, -3, 2, -3, -3, 3, 0, 0, 3, 0, 2, 0, 0, -1, 0,
  3, -2, 0, 1, 0, 0,
];

/** All n^n resamples, each equally likely: the definition with infinitely many resamples. */
function byDefinition(
  sample: readonly number[],
  method: 'percentile' | 'bca',
  level: number,
): [number, number] {
  const n = sample.length;
  const sums: number[] = [];
  for (let code = 0; code < n ** n; code++) {
    let sum = 0;
    for (let left = code, draw = 0; draw < n; draw++, left = Math.floor(left / n))
      sum += sample[left % n] ?? 0;
    sums.push(sum);
  }
  sums.sort((a, b) => a - b);
  const quantile = (share: number): number =>
    (sums[Math.max(0, Math.ceil(share * sums.length - 1e-9) - 1)] ?? NaN) / n;
  const tail = (1 - level) / 2;
  if (method === 'percentile') return [quantile(tail), quantile(1 - tail)];
  const observed = sample.reduce((sum, value) => sum + value, 0);
  const below =
    sums.filter((sum) => sum < observed).length + sums.filter((sum) => sum === observed).length / 2;
  const bias = normalQuantile(below / sums.length);
  const gaps = sample.map((value) => value - observed / n);
  const a =
    gaps.reduce((sum, gap) => sum + gap ** 3, 0) / (6 * gaps.reduce((sum, gap) => sum + gap ** 2, 0) ** 1.5);
  const share = (z: number): number => normalCdf(bias + (bias + z) / (1 - a * (bias + z)));
  return [quantile(share(normalQuantile(tail))), quantile(share(normalQuantile(1 - tail)))];
}

describe('bootstrapInterval', () => {
  // Limits times n: exact convolution over fractions in Python, Φ and t from scipy 1.17.1.
  it.each<[string, number[], BootstrapMethod, number, [number, number]]>([
    ['treated', treated, 'percentile', 0.95, [304, 941]],
    ['treated', treated, 'bca', 0.95, [324, 968]],
    ['treated', treated, 'expanded-percentile', 0.95, [224, 1061]],
    ['maize', maize, 'percentile', 0.95, [21, 572]],
    ['maize', maize, 'bca', 0.95, [-24, 545]],
    ['maize', maize, 'expanded-percentile', 0.95, [-22, 602]],
    ['maize', maize, 'bca', 0.9, [36, 512]],
    ['sleep', sleep, 'percentile', 0.95, [95, 238]],
    ['sleep', sleep, 'bca', 0.95, [105, 264]],
    ['sleep', sleep, 'expanded-percentile', 0.95, [85, 258]],
    ['thirds', thirds, 'bca', 0.95, [-3, 36]],
    ['thirds', thirds, 'expanded-percentile', 0.95, [-3, 37]],
  ])('%s, %s with infinitely many resamples', (_, sample, method, level, limits) => {
    const result = bootstrapInterval(sample, { method, level });
    expect(result).toMatchObject({
      method,
      level,
      exact: true,
      resamples: null,
      seed: null,
      n: sample.length,
    });
    expect(result.low * sample.length).toBeCloseTo(limits[0], 10);
    expect(result.high * sample.length).toBeCloseTo(limits[1], 10);
  });

  it('takes thirds as they come', () => {
    const whole = bootstrapInterval(thirds);
    const floats = bootstrapInterval(thirds.map((count) => count / 3));
    expect(floats.exact).toBe(true);
    expect(floats.low * 3).toBeCloseTo(whole.low, 14);
    expect(floats.high * 3).toBeCloseTo(whole.high, 14);
  });

  it('equals its definition with all resamples', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 2, maxLength: 6 }),
        fc.constantFrom('percentile', 'bca'),
        fc.constantFrom(0.8, 0.9, 0.95),
        (sample, method, level) => {
          fc.pre(sample.some((value) => value !== sample[0]));
          const result = bootstrapInterval(sample, { method, level });
          const [low, high] = byDefinition(sample, method, level);
          expect(result.method).toBe(method);
          expect(result.low).toBeCloseTo(low, 12);
          expect(result.high).toBeCloseTo(high, 12);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('samples close to the exact limits, and repeats itself', () => {
    for (const method of ['percentile', 'bca', 'expanded-percentile'] as const) {
      const exact = bootstrapInterval(maize, { method });
      const sampled = bootstrapInterval(maize, { method, exact: false, seed: 3, resamples: 40_000 });
      expect(sampled).toMatchObject({ exact: false, resamples: 40_000, seed: 3 });
      expect(Math.abs(sampled.low - exact.low)).toBeLessThan(0.6);
      expect(Math.abs(sampled.high - exact.high)).toBeLessThan(0.6);
      expect(bootstrapInterval(maize, { method, exact: false, seed: 3, resamples: 40_000 })).toEqual(sampled);
    }
  });

  it('draws evenly, from the documented stream', () => {
    // With one value marked, the mean number of times it is drawn is 1 and the variance 1 − 1/n.
    const marked = [1, ...Array<number>(11).fill(0)];
    const sums = resampleSums(marked, 60_000, 5);
    const mean = sums.reduce((total, sum) => total + sum, 0) / sums.length;
    const variance = sums.reduce((total, sum) => total + (sum - mean) ** 2, 0) / sums.length;
    expect(mean).toBeCloseTo(1, 1.7);
    expect(variance).toBeCloseTo(11 / 12, 1.5);
    // Pairs of half words below: the first word of the stream decides the first pair.
    const word = Math.floor(random(5, 'bootstrap-sums', 2).next() * 2 ** 32);
    const first = ((word & 0xffff) * 2) >>> 16;
    const second = ((word >>> 16) * 2) >>> 16;
    expect(resampleSums([1, 10], 1, 5)[0]).toBe(
      [1, 10].map((value, at) => value * (+(first === at) + +(second === at))).reduce((a, b) => a + b),
    );
    expect(
      resampleSums(
        Array.from({ length: 10_000 }, (_, at) => at),
        2,
        1,
      ),
    ).toHaveLength(2);
  });

  it('resamples any statistic', () => {
    const median = (sample: readonly number[]): number =>
      [...sample].sort((a, b) => a - b)[Math.floor(sample.length / 2)] ?? NaN;
    const result = bootstrapInterval(maize, { statistic: median, resamples: 2000, method: 'percentile' });
    expect(result).toMatchObject({ estimate: 24, exact: false, resamples: 2000 });
    // Order statistics: P(at most 3 of 15 draws below the 4th value …) puts the limits on data values.
    expect(maize).toContain(result.low);
    expect(maize).toContain(result.high);
    expect(() => bootstrapInterval(maize, { statistic: () => NaN })).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });

  it('studentises', () => {
    // Three values have 27 resamples; three of them have no spread, so far quantiles are infinite.
    const few = bootstrapInterval([1, 2, 4], { method: 'studentised', resamples: 4000 });
    expect(few.method).toBe('expanded-percentile');
    expect(few.warnings.map(({ code }) => code)).toContain('fallback');
    // All 5^5 resamples, enumerated with numpy: x̄ − t₍0.9₎ s/√n and x̄ − t₍0.1₎ s/√n.
    const five = bootstrapInterval([0, 1, 3, 4, 9], { method: 'studentised', level: 0.8, resamples: 60_000 });
    expect(five.method).toBe('studentised');
    expect(five.low).toBeCloseTo(1.6624, 3);
    expect(five.high).toBeCloseTo(6.8751, 3);
  });

  it('reports traps as values', () => {
    const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
      result.warnings.map(({ code }) => code);
    expect(bootstrapInterval([2, 2, 2])).toMatchObject({ low: 2, high: 2, estimate: 2 });
    expect(codes(bootstrapInterval([2, 2, 2]))).toEqual(['few-values', 'zero-variance']);
    expect(codes(bootstrapInterval(maize, { tasks: maize.map((_, at) => `task ${at % 5}`) }))).toEqual([
      'verdicts-as-tasks',
    ]);
    expect(codes(bootstrapInterval([1, 2], { unit: 'run' }))).toContain('few-runs');
    expect(codes(bootstrapInterval(maize))).toEqual([]);
  });

  it('refuses what it cannot do', () => {
    const bad: unknown = expect.objectContaining({ code: 'bad-input' });
    for (const sample of [[], [1], [1, NaN], [1, -Infinity]])
      expect(() => bootstrapInterval(sample)).toThrow(bad);
    expect(() => bootstrapInterval(maize, { level: 95 })).toThrow(bad);
    expect(() => bootstrapInterval(maize, { resamples: 0, exact: false })).toThrow(bad);
    expect(() => bootstrapInterval([1, Math.SQRT2, Math.PI], { exact: true })).toThrow(bad);
    expect(() => bootstrapInterval(maize, { exact: true, method: 'studentised' })).toThrow(bad);
    expect(() => bootstrapInterval(maize, { statistic: (x) => x[0] ?? 0, method: 'studentised' })).toThrow(
      bad,
    );
  });
});
