import { describe, expect, it } from 'vitest';
import { fiellerInterval } from '../../src/stats/fieller-interval.js';
import { liftRetention } from '../../src/stats/lift-retention.js';

const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
  result.warnings.map(({ code }) => code);
const mean = (...counts: number[]): number =>
  counts.reduce((sum, count) => sum + count, 0) / counts.length / 40;

describe('fiellerInterval', () => {
  // Roots of (x̄ − θȳ)² = t²(v_x − 2θv_xy + θ²v_y) by scipy's brentq on a grid
  it('is bounded while the denominator is clear of 0', () => {
    const apart = fiellerInterval({ numerator: [0.45, 0.44, 0.46], denominator: [0.42, 0.43, 0.425] });
    expect(apart.estimate).toBeCloseTo(1.0588235294117647, 13);
    expect(apart.df).toBeCloseTo(3.03945294287427, 11);
    if (apart.interval.kind !== 'bounded') throw new Error(apart.interval.kind);
    expect(apart.interval.low).toBeCloseTo(1.0107375168140031, 12);
    expect(apart.interval.high).toBeCloseTo(1.1078850927328907, 12);
    const samples = { numerator: [0.45, 0.44, 0.46, 0.5], denominator: [0.42, 0.43, 0.425, 0.44] };
    const together = fiellerInterval(samples, { paired: true });
    if (together.interval.kind !== 'bounded') throw new Error(together.interval.kind);
    expect(together.interval.low).toBeCloseTo(1.0024374347692286, 12);
    expect(together.interval.high).toBeCloseTo(1.1524551623448134, 12);
    expect(together).toMatchObject({ df: 3, n: 4, warnings: [] });
  });

  it('is the outside of an interval, or everything, when it is not', () => {
    const outside = fiellerInterval({ numerator: [0.3, 0.35, 0.25], denominator: [0.1, 0.02, 0.15] });
    if (outside.interval.kind !== 'exclusive') throw new Error(outside.interval.kind);
    expect(outside.interval.low).toBeCloseTo(-4.937119931173569, 11);
    expect(outside.interval.high).toBeCloseTo(1.1074180137565757, 11);
    expect(codes(outside)).toEqual(['unbounded']);
    const all = fiellerInterval({ numerator: [0.05, -0.02, 0.1], denominator: [0.1, -0.05, 0.15] });
    expect(all.interval).toEqual({ kind: 'unbounded' });
    expect(codes(all)).toEqual(['unbounded']);
  });

  it('is a point without spread', () => {
    const flat = fiellerInterval({ numerator: [3, 3], denominator: [2, 2] });
    expect(flat.interval).toEqual({ kind: 'bounded', low: 1.5, high: 1.5 });
    expect(codes(flat)).toEqual(['zero-variance', 'few-runs']);
  });

  it('refuses a denominator of 0, single values and unequal pairs', () => {
    const bad: unknown = expect.objectContaining({ code: 'bad-input' });
    expect(() => fiellerInterval({ numerator: [1, 2], denominator: [-1, 1] })).toThrow(bad);
    expect(() => fiellerInterval({ numerator: [1], denominator: [1, 2] })).toThrow(bad);
    expect(() => fiellerInterval({ numerator: [1, 2], denominator: [1, 2, 3] }, { paired: true })).toThrow(
      bad,
    );
  });
});

describe('liftRetention', () => {
  it('gives the published percentages from the published means', () => {
    const mbpp = liftRetention({
      reference: { baseline: 11 / 40, peak: mean(27, 28, 29) },
      co: { baseline: 32 / 120, peak: mean(27, 29, 30) },
    });
    expect(mbpp.retention).toBeCloseTo(54 / 51, 12);
    const spider = liftRetention({
      reference: { baseline: 38 / 120, peak: mean(18, 19, 21) },
      co: { baseline: 33 / 120, peak: mean(17, 18, 20) },
    });
    expect(spider.retention).toBeCloseTo(22 / 20, 12);
    expect(spider).toMatchObject({ interval: null, definition: 'own-baseline', method: 'ratio-of-means' });
    expect(codes(spider)).toEqual(['descriptive']);
  });

  it('knows the other definitions', () => {
    const arms = {
      reference: { baseline: 0.2, peak: mean(27, 28, 29) },
      co: { baseline: 0.25, peak: mean(27, 29, 30) },
    };
    const common = liftRetention(arms, { definition: 'common-baseline', commonBaseline: 0.27 });
    expect(common.retention).toBeCloseTo((86 / 120 - 0.27) / (0.7 - 0.27), 12);
    expect(liftRetention(arms, { definition: 'peak-over-peak' }).retention).toBeCloseTo(86 / 84, 12);
    const runs = {
      reference: { baseline: [0.2, 0.3, 0.25], peak: [0.6, 0.8, 0.75] },
      co: { baseline: [0.2, 0.2, 0.3], peak: [0.6, 0.6, 0.9] },
    };
    const ratios = liftRetention(runs, { definition: 'mean-of-ratios' });
    expect(ratios.retention).toBeCloseTo((1 + 0.8 + 1.2) / 3, 12);
    // s = 0.2, t₍0.975, 2₎ = 4.302652729749464
    if (ratios.interval?.kind !== 'bounded') throw new Error('no interval');
    expect(ratios.interval.high - ratios.retention).toBeCloseTo((4.302652729749464 * 0.2) / Math.sqrt(3), 12);
    expect(codes(ratios)).toEqual(['descriptive']);
  });

  it('gives Fieller’s set for runs', () => {
    const arms = {
      reference: { baseline: [0.25, 0.275, 0.3], peak: [0.67, 0.705, 0.725] },
      co: { baseline: [0.25, 0.3, 0.25], peak: [0.7, 0.74, 0.71] },
    };
    const expected = fiellerInterval({ numerator: [0.45, 0.44, 0.46], denominator: [0.42, 0.43, 0.425] });
    const result = liftRetention(arms);
    expect(result.n).toBe(6);
    if (result.interval?.kind !== 'bounded' || expected.interval.kind !== 'bounded')
      throw new Error('not bounded');
    expect(result.interval.low).toBeCloseTo(expected.interval.low, 11);
    expect(result.interval.high).toBeCloseTo(expected.interval.high, 11);
    const small = { reference: { baseline: [0.3, 0.3, 0.3], peak: [0.4, 0.32, 0.45] }, co: arms.co };
    expect(liftRetention(small).interval?.kind).toBe('exclusive');
    expect(codes(liftRetention(small))).toContain('unbounded');
  });

  it('warns of few runs and of a reference that got worse', () => {
    const two = { baseline: [0.1, 0.2], peak: [0.5, 0.7] };
    expect(codes(liftRetention({ reference: two, co: two }))).toEqual(['few-runs']);
    const one = { baseline: [0.1], peak: [0.5] };
    expect(liftRetention({ reference: one, co: one })).toMatchObject({ interval: null });
    const worse = { baseline: 0.5, peak: 0.4 };
    expect(codes(liftRetention({ reference: worse, co: worse }))).toContain('no-evidence');
  });

  it('refuses no lift, unequal runs and a missing common baseline', () => {
    const bad: unknown = expect.objectContaining({ code: 'bad-input' });
    const co = { baseline: 0.1, peak: 0.3 };
    expect(() => liftRetention({ reference: { baseline: 0.3, peak: 0.1 + 0.2 }, co })).toThrow(bad);
    expect(() => liftRetention({ reference: { baseline: [0.1, 0.2], peak: [0.5, 0.6, 0.7] }, co })).toThrow(
      bad,
    );
    expect(() => liftRetention({ reference: co, co }, { definition: 'common-baseline' })).toThrow(bad);
    expect(() => liftRetention({ reference: { baseline: NaN, peak: 1 }, co })).toThrow(bad);
  });
});
