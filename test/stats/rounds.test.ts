import { describe, expect, it } from 'vitest';
import { lastRounds } from '../../src/stats/last-rounds.js';
import { peakOptimism } from '../../src/stats/peak-optimism.js';

const bad: unknown = expect.objectContaining({ code: 'bad-input' });

describe('peakOptimism', () => {
  // numpy 2.4.6 on scipy 1.17.1 binom: Σ 1 − F^100
  it('is exact for one rate', () => {
    const result = peakOptimism({ rounds: 100, tasks: 40, rate: 0.27, observedPeak: 0.4 });
    expect(result.expectedPeak).toBeCloseTo(0.4540347294617947, 12);
    expect(result.optimism).toBeCloseTo(0.4540347294617947 - 0.27, 12);
    expect(result.standardDeviation).toBeCloseTo(0.03387051439821848, 11);
    expect(result).toMatchObject({
      low: 16 / 40,
      high: 21 / 40,
      method: 'exact-binomial',
      n: 100,
      unit: 'round',
    });
    expect(result.pValue).toBeCloseTo(0.9946277864254377, 12);
    expect(result.midP).toBeLessThan(result.pValue ?? NaN);
  });

  // All 8 × 8 outcomes of two rounds, enumerated in Python
  it('is exact for a rate a task', () => {
    const result = peakOptimism({ rounds: 2, tasks: 3, rate: [0.2, 0.5, 0.9], observedPeak: 1 });
    expect(result.expectedPeak).toBeCloseTo(0.6559333333333335, 14);
    expect(result.standardDeviation).toBeCloseTo(0.20498324050733677, 13);
    expect(result.pValue).toBeCloseTo(0.1719, 14);
    expect(result.midP).toBeCloseTo(0.1719 / 2, 14);
    expect(result.method).toBe('exact-poisson-binomial');
  });

  it('brackets the paper’s range for the frozen solver', () => {
    // Equal rates are the noisiest; tasks that mostly pass or mostly fail make rounds alike.
    const equal = peakOptimism({ rounds: 100, tasks: 40, rate: 0.27 }).optimism;
    const split = peakOptimism({
      rounds: 100,
      tasks: 40,
      rate: Array.from({ length: 40 }, (_, at) => (at < 8 ? 0.8 : 0.1375)),
    }).optimism;
    expect(equal).toBeCloseTo(0.18, 2);
    expect(split).toBeGreaterThan(0.11);
    expect(split).toBeLessThan(equal);
  });

  it('takes the ends', () => {
    expect(peakOptimism({ rounds: 1, tasks: 40, rate: 0.3 }).optimism).toBeCloseTo(0, 13);
    expect(peakOptimism({ rounds: 9, tasks: 5, rate: 0 })).toMatchObject({
      expectedPeak: 0,
      low: 0,
      high: 0,
      pValue: null,
    });
    expect(peakOptimism({ rounds: 9, tasks: 5, rate: 1, observedPeak: 1 })).toMatchObject({
      expectedPeak: 1,
      high: 1,
      pValue: 1,
    });
    expect(peakOptimism({ rounds: 9, tasks: 5, rate: 0.4, observedPeak: 0 }).pValue).toBe(1);
  });

  it('refuses what is no design', () => {
    expect(() => peakOptimism({ rounds: 0, tasks: 5, rate: 0.4 })).toThrow(bad);
    expect(() => peakOptimism({ rounds: 5, tasks: 5, rate: 1.4 })).toThrow(bad);
    expect(() => peakOptimism({ rounds: 5, tasks: 5, rate: [0.1, 0.2] })).toThrow(bad);
    expect(() => peakOptimism({ rounds: 5, tasks: 2, rate: [0.1, NaN] })).toThrow(bad);
    expect(() => peakOptimism({ rounds: 5, tasks: 2, rate: 0.1, observedPeak: 40 })).toThrow(bad);
  });
});

describe('lastRounds', () => {
  it('averages the last rounds and compares with the peak', () => {
    const result = lastRounds([0.25, 0.5, 0.75, 0.5, 0.7], 2);
    expect(result).toMatchObject({ mean: 0.6, peak: 0.75, n: 2, unit: 'round', warnings: [] });
    expect(result.belowPeak).toBeCloseTo(0.15, 14);
    expect(result.standardDeviation).toBeCloseTo(Math.sqrt(0.02), 14);
    expect(lastRounds([0.3], 1)).toMatchObject({ mean: 0.3, standardDeviation: null, belowPeak: 0 });
    expect(lastRounds([0.1 + 0.2, 0.3], 2).standardDeviation).toBe(0);
  });

  it.each([
    [[], 1],
    [[0.5, 0.6], 3],
    [[0.5, 0.6], 0],
    [[0.5, 0.6], 1.5],
    [[0.5, NaN], 1],
  ])('refuses %j, %d', (series, k) => {
    expect(() => lastRounds(series, k)).toThrow(bad);
  });
});
