import { describe, expect, it } from 'vitest';
import { unpairedBootstrapOfRuns } from '../../src/stats/unpaired-bootstrap-of-runs.js';

const bad: unknown = expect.objectContaining({ code: 'bad-input' });
const of = (n: number, ...counts: number[]): number[] => counts.map((count) => count / n);

/** Every resample of one arm with every one of the other. */
function enumerate(a: readonly number[], b: readonly number[], level: number): [number, number] {
  const means = (runs: readonly number[]): number[] =>
    Array.from({ length: runs.length ** runs.length }, (_, code) => {
      let sum = 0;
      for (let left = code, draw = 0; draw < runs.length; draw++, left = Math.floor(left / runs.length)) {
        sum += runs[left % runs.length] ?? 0;
      }
      return sum / runs.length;
    });
  const differences = means(a).flatMap((x) => means(b).map((y) => x - y));
  differences.sort((x, y) => x - y);
  const quantile = (share: number): number =>
    differences[Math.ceil(share * differences.length - 1e-9) - 1] ?? NaN;
  return [quantile((1 - level) / 2), quantile((1 + level) / 2)];
}

describe('unpairedBootstrapOfRuns', () => {
  it('gives the two intervals that were printed', () => {
    const mbpp = unpairedBootstrapOfRuns(of(40, 27, 29, 30), of(40, 27, 28, 29));
    expect(mbpp.low).toBeCloseTo(-0.025, 14);
    expect(mbpp.high).toBeCloseTo(7 / 120, 14);
    const spider = unpairedBootstrapOfRuns(of(40, 17, 18, 20), of(40, 18, 19, 21));
    expect(spider.low).toBeCloseTo(-0.075, 14);
    expect(spider.high).toBeCloseTo(0.025, 14);
    expect(spider.estimate).toBeCloseTo(-0.025, 14);
    expect(spider).toMatchObject({ outcomes: 729, exact: true, n: 6, unit: 'run' });
    expect(spider.warnings.map(({ code }) => code)).toEqual(['descriptive']);
  });

  it('equals full enumeration', () => {
    for (const [a, b, level] of [
      [[61, 64, 70, 66], [55, 58, 63], 0.95],
      [of(3, 1, 2, 2, 0, 3), of(3, 1, 1), 0.9],
      [[1, Math.SQRT2, Math.E], [0.3, Math.LN2, 0.1, 0.2], 0.8],
    ] as const) {
      const { low, high } = unpairedBootstrapOfRuns(a, b, { level });
      const expected = enumerate(a, b, level);
      expect(low).toBeCloseTo(expected[0], 12);
      expect(high).toBeCloseTo(expected[1], 12);
    }
  });

  it('reports traps and limits', () => {
    const flat = unpairedBootstrapOfRuns([0.5, 0.5], [0.4, 0.4]);
    expect(flat.warnings.map(({ code }) => code)).toEqual(['few-runs', 'zero-variance']);
    expect(flat.low).toBeCloseTo(0.1, 14);
    expect(() => unpairedBootstrapOfRuns([1], [1, 2])).toThrow(bad);
    expect(() => unpairedBootstrapOfRuns([1, NaN], [1, 2])).toThrow(bad);
    const many = Array.from({ length: 11 }, (_, at) => at);
    expect(() => unpairedBootstrapOfRuns(many, many)).toThrow(bad);
    const reals = Array.from({ length: 10 }, (_, at) => Math.sin(at));
    expect(() => unpairedBootstrapOfRuns(reals, reals.map(Math.exp))).toThrow(bad);
  });
});
