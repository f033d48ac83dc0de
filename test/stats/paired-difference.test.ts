import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../src/stats/bootstrap-interval.js';
import { pairedDifference, type PairedScores } from '../../src/stats/paired-difference.js';

const thirds = [
  3, 2, 0, 0, 1, 0, 3, 2, 2, -1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, -3, 2, -3, -3, 3, 0, 0, 3, 0, 2, 0, 0, -1, 0,
  3, -2, 0, 1, 0, 0,
];

/** Three seeds a task whose passes differ by the given count, a above b. */
function verdictsOf(differences: readonly number[]): PairedScores {
  const rows = differences.flatMap((difference, task) =>
    [0, 1, 2].map((seed) => ({ task: `t${task}`, a: +(seed < difference), b: +(seed < -difference) })),
  );
  return { tasks: rows.map(({ task }) => task), a: rows.map(({ a }) => a), b: rows.map(({ b }) => b) };
}

const codes = (result: { warnings: readonly { code: string }[] }): string[] =>
  result.warnings.map(({ code }) => code);

describe('pairedDifference', () => {
  it('averages the seeds of a task first', () => {
    const result = pairedDifference(verdictsOf(thirds), { replicates: 'draws' });
    expect(result.test.pValue).toBe(0.119110107421875);
    expect(result.difference).toBeCloseTo(17 / 120, 14);
    expect(result).toMatchObject({ n: 40, unit: 'task', seeds: { fewest: 3, most: 3 }, warnings: [] });
    expect(result.test.unit).toBe('task');
    // mean ± t₍0.975, 39₎ s/√40: scipy 1.17.1 ttest_1samp(thirds/3).confidence_interval()
    expect(result.interval).toMatchObject({ method: 'clustered-t', n: 40, level: 0.95 });
    expect(result.interval.low).toBeCloseTo(-0.027128452026419586, 12);
    expect(result.interval.high).toBeCloseTo(0.3104617853597529, 12);
  });

  it('is the same in any order of the rows', () => {
    const scores = verdictsOf(thirds);
    const backwards = {
      tasks: [...scores.tasks].reverse(),
      a: [...scores.a].reverse(),
      b: [...scores.b].reverse(),
    };
    expect(pairedDifference(backwards)).toEqual(pairedDifference(scores));
    expect(pairedDifference(scores).taskDifferences[0]).toEqual({ task: 't0', difference: 1 });
  });

  it('weighs every task the same', () => {
    const scores = { tasks: ['a', 'b', 'b', 'b'], a: [1, 0, 0, 0], b: [0, 0, 0, 0] };
    const result = pairedDifference(scores, { replicates: 'draws' });
    expect(result).toMatchObject({ difference: 0.5, meanA: 0.5, meanB: 0, seeds: { fewest: 1, most: 3 } });
    expect(codes(result)).toContain('uneven-seeds');
  });

  it('offers the exact bootstrap as interval', () => {
    const { interval } = pairedDifference(verdictsOf(thirds), { interval: 'bca' });
    const direct = bootstrapInterval(thirds.map((count) => count / 3));
    expect([interval.low, interval.high]).toEqual([direct.low, direct.high]);
  });

  it('names the trap of learning runs', () => {
    const scores = verdictsOf(thirds);
    expect(codes(pairedDifference(scores))).toEqual(['runs-as-replicates']);
    expect(codes(pairedDifference(scores, { replicates: 'learning-runs' }))).toEqual(['runs-as-replicates']);
    const two = { tasks: ['a', 'a', 'b', 'b'], a: [1, 0, 1, 1], b: [0, 0, 1, 0] };
    expect(codes(pairedDifference(two, { replicates: 'learning-runs' }))).toContain('few-runs');
    const single = { tasks: thirds.map((_, at) => `${at}`), a: thirds, b: thirds.map(() => 0) };
    expect(pairedDifference(single).warnings).toEqual([]);
  });

  it('takes equal arms', () => {
    const result = pairedDifference({ tasks: ['a', 'b'], a: [1, 0], b: [1, 0] });
    expect(result).toMatchObject({ difference: 0, test: { pValue: 1 }, interval: { low: 0, high: 0 } });
    expect(codes(result)).toEqual(['few-clusters', 'zero-variance', 'all-zero']);
  });

  it.each<[string, PairedScores]>([
    ['nothing', { tasks: [], a: [], b: [] }],
    ['unequal arms', { tasks: ['a', 'b'], a: [1, 2], b: [1] }],
    ['a missing task', { tasks: ['a'], a: [1, 2], b: [1, 2] }],
    ['one task', { tasks: ['a', 'a'], a: [1, 2], b: [1, 2] }],
    ['NaN', { tasks: ['a', 'b'], a: [1, NaN], b: [1, 2] }],
  ])('refuses %s', (_, scores) => {
    expect(() => pairedDifference(scores)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});
