import { describe, expect, it } from 'vitest';
import { intraclassCorrelation } from '../../src/stats/intraclass-correlation.js';

// P. E. Shrout and J. L. Fleiss (1979), table 2: six targets, four judges
const values = [9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2, 4, 7];
const clusters = values.map((_, at) => `target ${Math.floor(at / 4)}`);
const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
  result.warnings.map(({ code }) => code);

describe('intraclassCorrelation', () => {
  // numpy for the mean squares, scipy 1.17.1 stats.f.ppf for the limits; the paper prints .17
  it('gives ICC(1,1) of Shrout and Fleiss', () => {
    const result = intraclassCorrelation({ values, clusters });
    expect(result.estimate).toBeCloseTo(0.16574176840547544, 13);
    expect(result.low).toBeCloseTo(-0.13293232487475098, 12);
    expect(result.high).toBeCloseTo(0.722560062328121, 12);
    expect(result.meanSquareBetween).toBeCloseTo(11.241666666666669, 12);
    expect(result.meanSquareWithin).toBeCloseTo(6.263888888888889, 12);
    expect(result.designEffect).toBeCloseTo(1 + 3 * 0.16574176840547544, 12);
    expect(result).toMatchObject({ n: 6, values: 24, unit: 'task', warnings: [] });
  });

  it('knows the ends', () => {
    const same = intraclassCorrelation({ values: [1, 1, 0, 0, 1, 1], clusters: [...'aabbcc'] });
    expect(same).toMatchObject({ estimate: 1, low: 1, high: 1, designEffect: 2, effectiveN: 3 });
    expect(codes(same)).toEqual(['zero-variance']);
    const opposed = intraclassCorrelation({ values: [1, 0, 0, 1, 1, 0], clusters: [...'aabbcc'] });
    expect(opposed.estimate).toBe(-1);
    expect(opposed).toMatchObject({ designEffect: 1, effectiveN: 6 });
  });

  it('adjusts for uneven seeds and says so', () => {
    // m = (5 − (9 + 4)/5)/1 = 2.4; B = 5·Σ…: worked by hand: means 2/3 and 0, grand 2/5
    const result = intraclassCorrelation({ values: [1, 1, 0, 0, 0], clusters: [...'aaabb'] });
    const between = 3 * (2 / 3 - 0.4) ** 2 + 2 * 0.4 ** 2;
    const within = 2 / 3 / 3;
    expect(result.estimate).toBeCloseTo((between - within) / (between + 1.4 * within), 13);
    expect(codes(result)).toEqual(['uneven-seeds']);
  });

  it.each([
    [{ values: [1, 2, 3], clusters: [...'abc'] }],
    [{ values: [1, 1, 1, 1], clusters: [...'aabb'] }],
    [{ values: [0.1, 0.1, 0.1, 0.1], clusters: [...'aabb'] }],
    [{ values: [1, 2], clusters: [...'aa'] }],
    [{ values: [], clusters: [] }],
  ])('refuses %j', (data) => {
    expect(() => intraclassCorrelation(data)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});
