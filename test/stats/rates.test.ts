import { describe, expect, it } from 'vitest';
import { clopperPearsonInterval } from '../../src/stats/clopper-pearson-interval.js';
import { binomialCdf, binomialPmf, binomialUpper } from '../../src/stats/numeric/binomial.js';
import { wilsonInterval } from '../../src/stats/wilson-interval.js';

const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
  result.warnings.map(({ code }) => code);

describe('wilsonInterval', () => {
  // statsmodels 0.15.0 proportion_confint(method='wilson')
  it.each([
    [81, 263, 0.2552885198782742, 0.3662095769828],
    [0, 20, 0, 0.1611251580528194],
    [20, 20, 0.8388748419471804, 1],
    [1, 7, 0.02567962434474355, 0.5131278292743189],
  ])('of %d in %d', (passes, trials, low, high) => {
    const result = wilsonInterval({ passes, trials });
    expect(result.low).toBeCloseTo(low, 13);
    expect(result.high).toBeCloseTo(high, 13);
    expect(result).toMatchObject({
      n: trials,
      effectiveN: trials,
      unit: 'trial',
      designEffect: null,
      warnings: [],
    });
  });

  it('counts clustered verdicts for what they are worth', () => {
    // Forty tasks whose three seeds always agree are worth (about) forty trials, not 120.
    const values = Array.from({ length: 120 }, (_, at) => +(Math.floor(at / 3) % 4 === 0));
    const clusters = values.map((_, at) => `t${Math.floor(at / 3)}`);
    const result = wilsonInterval({ values, clusters }, { replicates: 'draws' });
    expect(result.effectiveN).toBeCloseTo(39, 10);
    expect(result.designEffect).toBeCloseTo(120 / 39, 10);
    expect(result).toMatchObject({
      n: 40,
      trials: 120,
      unit: 'task',
      method: 'wilson-effective-n',
      warnings: [],
    });
    const worth39 = wilsonInterval({ passes: 9.75 * 4, trials: 39 * 4 });
    expect(result.high - result.low).toBeGreaterThan(1.9 * (worth39.high - worth39.low));
  });

  it('never counts them as more than they are', () => {
    const values = [1, 0, 1, 0, 1, 0, 0, 1];
    expect(wilsonInterval({ values, clusters: [...'aabbccdd'] }).effectiveN).toBe(4);
    const mixed = wilsonInterval({ values: [1, 0, 1, 0, 1, 1, 0, 0, 0], clusters: [...'aabbccddd'] });
    expect(mixed.effectiveN).toBeLessThanOrEqual(9);
    expect(wilsonInterval({ values: [0, 0, 0, 0], clusters: [...'aabb'] })).toMatchObject({
      low: 0,
      effectiveN: 2,
    });
  });

  it('warns of verdicts that are counted as trials', () => {
    expect(codes(wilsonInterval({ passes: 81, trials: 120, tasks: 40 }))).toEqual(['verdicts-as-tasks']);
    expect(codes(clopperPearsonInterval({ passes: 81, trials: 120, tasks: 120 }))).toEqual([]);
  });

  it.each([
    [{ passes: 3, trials: 0 }],
    [{ passes: 3, trials: 2 }],
    [{ passes: 0.5, trials: 2 }],
    [{ passes: NaN, trials: 2 }],
    [{ values: [0.5, 1.5], clusters: ['a', 'b'] }],
    [{ values: [], clusters: [] }],
  ])('refuses %j', (data) => {
    expect(() => wilsonInterval(data)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});

describe('clopperPearsonInterval', () => {
  // scipy 1.17.1 binomtest().proportion_ci('exact') to its ten digits; mid-p by scipy's brentq on the definition
  it.each([
    [81, 263, 0.252736745585, 0.367621922601, 0.2544021049455224, 0.3657734742577772],
    [3, 40, 0.015742179851041527, 0.20386474873289898, 0.019431751937690228, 0.19067743804141185],
  ])('of %d in %d', (passes, trials, low, high, midLow, midHigh) => {
    const exact = clopperPearsonInterval({ passes, trials });
    const mid = clopperPearsonInterval({ passes, trials }, { midP: true });
    expect(exact.low).toBeCloseTo(low, 9);
    expect(exact.high).toBeCloseTo(high, 9);
    expect(mid.low).toBeCloseTo(midLow, 12);
    expect(mid.high).toBeCloseTo(midHigh, 12);
  });

  it('solves its own equations', () => {
    for (const [passes, trials, level] of [
      [7, 30, 0.95],
      [1, 5, 0.8],
      [499, 1000, 0.99],
    ] as const) {
      const tail = (1 - level) / 2;
      const exact = clopperPearsonInterval({ passes, trials }, { level });
      expect(binomialUpper(passes, trials, exact.low)).toBeCloseTo(tail, 12);
      expect(binomialCdf(passes, trials, exact.high)).toBeCloseTo(tail, 12);
      const mid = clopperPearsonInterval({ passes, trials }, { level, midP: true });
      expect(
        binomialUpper(passes + 1, trials, mid.low) + binomialPmf(passes, trials, mid.low) / 2,
      ).toBeCloseTo(tail, 12);
      expect(
        binomialCdf(passes - 1, trials, mid.high) + binomialPmf(passes, trials, mid.high) / 2,
      ).toBeCloseTo(tail, 12);
      expect(mid.high - mid.low).toBeLessThan(exact.high - exact.low);
    }
  });

  it('ends at 0 and 1', () => {
    // 1 − 0.025^(1/20) and 0.025^(1/7)
    expect(clopperPearsonInterval({ passes: 0, trials: 20 })).toMatchObject({
      low: 0,
      estimate: 0,
      exact: true,
    });
    expect(clopperPearsonInterval({ passes: 0, trials: 20 }).high).toBeCloseTo(1 - 0.025 ** (1 / 20), 14);
    expect(clopperPearsonInterval({ passes: 7, trials: 7 }).low).toBeCloseTo(0.025 ** (1 / 7), 14);
    expect(clopperPearsonInterval({ passes: 7, trials: 7 }, { midP: true }).low).toBeCloseTo(
      0.05 ** (1 / 7),
      13,
    );
  });
});
