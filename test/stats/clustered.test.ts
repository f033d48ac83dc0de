import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../src/stats/bootstrap-interval.js';
import { clusteredBootstrapInterval } from '../../src/stats/clustered-bootstrap-interval.js';
import { clusteredMeanInterval } from '../../src/stats/clustered-mean-interval.js';
import { studentTQuantile } from '../../src/stats/numeric/student-t.js';

fc.configureGlobal({ seed: 20260713 });

const values = [1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1];
const clusters = [...'aaabbbcccddeeffff'];
const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
  result.warnings.map(({ code }) => code);

describe('clusteredMeanInterval', () => {
  // statsmodels 0.15.0 OLS on a constant, cov_type='cluster', use_t=True
  it('agrees with the cluster-robust regression', () => {
    const result = clusteredMeanInterval({ values, clusters });
    expect(result.estimate).toBeCloseTo(10 / 17, 14);
    expect(result.standardError).toBeCloseTo(0.12887589588356851, 13);
    expect(result.low).toBeCloseTo(0.25694926, 8);
    expect(result.high).toBeCloseTo(0.91952133, 8);
    expect(result).toMatchObject({ df: 5, clusters: 6, values: 17, n: 6, unit: 'task', level: 0.95 });
    expect(codes(result)).toEqual(['few-clusters', 'runs-as-replicates', 'uneven-seeds']);
  });

  it('is the t interval of the means when clusters are of one size', () => {
    const even = clusteredMeanInterval({ values: [1, 3, 2, 6, 8, 4], clusters: [...'aabbcc'] });
    const sd = Math.sqrt(((2 - 4) ** 2 + 0 + (6 - 4) ** 2) / 2);
    expect(even.standardError).toBeCloseTo(sd / Math.sqrt(3), 13);
    expect(even.high - even.estimate).toBeCloseTo((studentTQuantile(0.975, 2) * sd) / Math.sqrt(3), 12);
  });

  it('does not depend on the order of the rows', () => {
    const rows = values.map((value, at) => ({ value, cluster: clusters[at] ?? '' })).reverse();
    const again = clusteredMeanInterval({
      values: rows.map((r) => r.value),
      clusters: rows.map((r) => r.cluster),
    });
    expect(again).toEqual(clusteredMeanInterval({ values, clusters }));
  });

  it('reports traps', () => {
    const same = {
      values: Array<number>(30).fill(0.1),
      clusters: Array.from({ length: 30 }, (_, at) => `t${at % 10}`),
    };
    expect(codes(clusteredMeanInterval(same, { replicates: 'draws' }))).toEqual(['zero-variance']);
    expect(clusteredMeanInterval(same)).toMatchObject({ low: 0.1, high: 0.1 });
    const runs = {
      values: same.values.map((_, at) => at),
      clusters: same.clusters.map((_, at) => `t${at % 15}`),
    };
    expect(codes(clusteredMeanInterval(runs, { replicates: 'learning-runs' }))).toEqual([
      'runs-as-replicates',
      'few-runs',
    ]);
  });

  it.each([
    [{ values: [], clusters: [] }],
    [{ values: [1, 2], clusters: ['a'] }],
    [{ values: [1, 2], clusters: ['a', 'a'] }],
    [{ values: [1, NaN], clusters: ['a', 'b'] }],
  ])('refuses %j', (data) => {
    expect(() => clusteredMeanInterval(data)).toThrow(expect.objectContaining({ code: 'bad-input' }));
    expect(() => clusteredBootstrapInterval(data)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});

describe('clusteredBootstrapInterval', () => {
  // All 6^6 resamples of the clusters, enumerated over fractions in Python; Φ and t from scipy 1.17.1.
  it.each([
    ['percentile', 1 / 3, 4 / 5],
    ['bca', 1 / 3, 4 / 5],
    ['expanded-percentile', 3 / 14, 8 / 9],
  ] as const)('%s with clusters of several sizes', (method, low, high) => {
    const result = clusteredBootstrapInterval({ values, clusters }, { method });
    expect(result).toMatchObject({ low, high, method, exact: true, clusters: 6, values: 17 });
    const thirds = clusteredBootstrapInterval(
      { values: values.map((value) => value / 3), clusters },
      { method },
    );
    expect(thirds.low).toBeCloseTo(low / 3, 14);
    expect(thirds.high).toBeCloseTo(high / 3, 14);
  });

  it('is the bootstrap of the cluster means when clusters are of one size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1)), { minLength: 2, maxLength: 40 }),
        fc.constantFrom('percentile', 'bca', 'expanded-percentile'),
        (tasks, method) => {
          const means = tasks.map((seeds) => (seeds[0] + seeds[1] + seeds[2]) / 3);
          const clustered = clusteredBootstrapInterval(
            { values: tasks.flat(), clusters: tasks.flatMap((_, task) => [`${task}`, `${task}`, `${task}`]) },
            { method },
          );
          const plain = bootstrapInterval(means, { method });
          expect(clustered.exact).toBe(true);
          expect(clustered.estimate).toBeCloseTo(plain.estimate, 13);
          expect(clustered.low).toBeCloseTo(plain.low, 13);
          expect(clustered.high).toBeCloseTo(plain.high, 13);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('samples close to it', () => {
    const many = {
      values: Array.from({ length: 120 }, (_, at) => +(Math.sin(at * 3.7) + 0.3 * Math.cos(at / 9) > 0)),
      clusters: Array.from({ length: 120 }, (_, at) => `${Math.floor(at / 3) % (at % 7 === 0 ? 11 : 40)}`),
    };
    const exact = clusteredBootstrapInterval(many);
    const sampled = clusteredBootstrapInterval(many, { exact: false, resamples: 30_000, seed: 2 });
    expect([exact.exact, sampled.exact]).toEqual([true, false]);
    expect(sampled.low).toBeCloseTo(exact.low, 2);
    expect(sampled.high).toBeCloseTo(exact.high, 2);
  });

  it('says when exact is out of reach', () => {
    const real = { values: [1, Math.SQRT2, Math.E, Math.PI], clusters: [...'aabb'] };
    expect(clusteredBootstrapInterval(real, { resamples: 100 })).toMatchObject({ exact: false, seed: 1 });
    expect(() => clusteredBootstrapInterval(real, { exact: true })).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
    expect(clusteredBootstrapInterval({ values: [1, 1], clusters: ['a', 'b'] })).toMatchObject({
      low: 1,
      high: 1,
    });
  });
});
