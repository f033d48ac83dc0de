import { PawlError } from '../errors.js';
import { requireKnownOptions, requireLevel } from './checks.js';
import type { ClusteredValues } from './clustered-mean-interval.js';
import { betaQuantile } from './numeric/beta.js';
import { groupByCluster } from './numeric/clusters.js';
import type { IntervalResult, StatWarning } from './result.js';

export interface IntraclassResult extends IntervalResult {
  readonly method: 'one-way-anova';
  readonly unit: 'task';
  /** 1 + (m − 1) · ICC, m the (adjusted) mean number of seeds a task; at least 1. */
  readonly designEffect: number;
  /** Values divided by the design effect. */
  readonly effectiveN: number;
  readonly values: number;
  readonly meanSquareBetween: number;
  readonly meanSquareWithin: number;
}

/**
 * Intraclass correlation of the seeds of a task, ICC(1) from one-way analysis of variance: (B − W)/(B + (m − 1) W),
 * B and W the mean squares between and within tasks, m = (N − Σm_g²/N)/(G − 1); limits from F (Shrout and Fleiss,
 * Psychological Bulletin 86, 1979), exact for normal values and equal numbers of seeds. It says how many verdicts the
 * N are worth: N / (1 + (m − 1) ICC).
 *
 * @param data one value a seed, and the task of each
 * @throws PawlError `bad-input` for fewer than two tasks, one seed a task, or values that are all equal
 * @example
 * // six targets, four judges (Shrout and Fleiss, table 2)
 * const values = [9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2, 4, 7];
 * const clusters = values.map((_, at) => `target ${Math.floor(at / 4)}`);
 * intraclassCorrelation({ values, clusters }); // estimate 0.1657…, low -0.1329…, high 0.7225…
 */
export function intraclassCorrelation(
  data: ClusteredValues,
  options: { readonly level?: number } = {},
): IntraclassResult {
  requireKnownOptions(options, ['level'], 'intraclassCorrelation');
  const level = requireLevel(options.level ?? 0.95);
  const tasks = groupByCluster(data.values, data.clusters, 2);
  const count = data.values.length;
  const groups = tasks.length;
  if (count === groups) {
    throw new PawlError(
      'bad-input',
      'every task has one value: their correlation within a task cannot be seen',
      {
        hint: 'give several seeds a task',
      },
    );
  }
  const grand = tasks.reduce((sum, task) => sum + task.sum, 0) / count;
  const size = (count - tasks.reduce((sum, task) => sum + task.size ** 2, 0) / count) / (groups - 1);
  let between = 0;
  let within = 0;
  for (const { sum, size: seeds, values } of tasks) {
    between += seeds * (sum / seeds - grand) ** 2;
    for (const value of values) within += (value - sum / seeds) ** 2;
  }
  // What rounding leaves of equal values is no variance.
  const noise = 1e-24 * Math.max(...data.values.map((value) => value * value)) * count;
  if (between + within <= noise)
    throw new PawlError('bad-input', 'all values are equal: there is no variance to divide');
  const meanSquareBetween = between / (groups - 1);
  const meanSquareWithin = within <= noise ? 0 : within / (count - groups);
  const icc = (meanSquareBetween - meanSquareWithin) / (meanSquareBetween + (size - 1) * meanSquareWithin);
  const limits =
    meanSquareWithin === 0
      ? { low: 1, high: 1 }
      : fLimits(meanSquareBetween / meanSquareWithin, groups - 1, count - groups, size, level);
  const designEffect = Math.max(1, 1 + (size - 1) * icc);
  return {
    method: 'one-way-anova',
    unit: 'task',
    n: groups,
    estimate: icc,
    ...limits,
    level,
    designEffect,
    effectiveN: count / designEffect,
    values: count,
    meanSquareBetween,
    meanSquareWithin,
    warnings: warningsOf(
      tasks.map((task) => task.size),
      meanSquareWithin,
    ),
  };
}

function fLimits(
  f: number,
  between: number,
  within: number,
  size: number,
  level: number,
): { low: number; high: number } {
  const toCorrelation = (ratio: number): number => (ratio - 1) / (ratio + size - 1);
  const tail = (1 - level) / 2;
  return {
    low: toCorrelation(f / upperF(tail, between, within)),
    high: toCorrelation(f * upperF(tail, within, between)),
  };
}

/** The value that F(d1, d2) exceeds with probability `tail`. */
function upperF(tail: number, d1: number, d2: number): number {
  const below = betaQuantile(tail, d2 / 2, d1 / 2);
  return (d2 / d1) * ((1 - below) / below);
}

function warningsOf(sizes: readonly number[], within: number): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (within === 0) {
    warnings.push({
      code: 'zero-variance',
      message: 'no task has two different values: the correlation is 1 without an interval',
    });
  }
  if (Math.min(...sizes) !== Math.max(...sizes)) {
    const message = `tasks have ${Math.min(...sizes)} to ${Math.max(...sizes)} seeds: the interval is approximate`;
    warnings.push({ code: 'uneven-seeds', message });
  }
  return warnings;
}
