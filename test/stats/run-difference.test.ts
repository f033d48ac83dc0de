import { describe, expect, it } from 'vitest';
import { runDifference } from '../../src/stats/run-difference.js';

const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
  result.warnings.map(({ code }) => code);

describe('runDifference', () => {
  // scipy 1.17.1 ttest_ind(equal_var=False) and its confidence_interval
  it('is Welch’s t', () => {
    const mbpp = runDifference([0.675, 0.725, 0.75], [0.675, 0.7, 0.725]);
    expect(mbpp.low).toBeCloseTo(-0.06135543213072324, 12);
    expect(mbpp.high).toBeCloseTo(0.09468876546405645, 12);
    expect(mbpp.pValue).toBeCloseTo(0.5665671267489916, 12);
    expect(mbpp.df).toBeCloseTo(3.4482758620689644, 12);
    expect(mbpp).toMatchObject({ unit: 'run', n: 6, runs: { a: 3, b: 3 }, warnings: [] });
    const uneven = runDifference([0.61, 0.64, 0.7, 0.66], [0.55, 0.58, 0.63], { level: 0.9 });
    expect(uneven.low).toBeCloseTo(0.0029518381095131885, 12);
    expect(uneven.high).toBeCloseTo(0.1287148285571536, 12);
    expect(uneven.pValue).toBeCloseTo(0.08919622390864555, 12);
    // 35 splits of 4 + 3: the observed one and three others are as far
    expect(uneven.permutationP).toBeCloseTo(4 / 35, 14);
  });

  it('cannot be convincing with three runs an arm by permutation', () => {
    expect(runDifference([1, 2, 3], [7, 8, 9]).permutationP).toBe(0.1);
  });

  it('reports few runs and no spread', () => {
    expect(codes(runDifference([0.5, 0.6], [0.4, 0.5, 0.6]))).toEqual(['few-runs']);
    const flat = runDifference([0.1 + 0.2, 0.3, 0.3], [0.2, 0.2, 0.2]);
    expect(codes(flat)).toEqual(['zero-variance']);
    expect(flat.pValue).toBe(0.1);
    expect(flat.low).toBeCloseTo(0.1, 12);
    expect(flat.df).toBe(4);
  });

  it.each([
    [[], [1, 2]],
    [[1], [1, 2]],
    [
      [1, 2],
      [1, NaN],
    ],
  ])('refuses %j and %j', (a, b) => {
    expect(() => runDifference(a, b)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});
