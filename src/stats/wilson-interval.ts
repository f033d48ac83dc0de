import { PawlError } from '../errors.js';
import { requireCount, requireKnownOptions, requireLevel } from './checks.js';
import { clusteredMean, clusterWarnings, type ClusteredValues } from './clustered-mean-interval.js';
import { groupByCluster } from './numeric/clusters.js';
import { normalQuantile } from './numeric/normal.js';
import type { IntervalResult, Replicates, StatWarning, Unit } from './result.js';

export interface RateCounts {
  readonly passes: number;
  readonly trials: number;
  /** Different tasks behind the trials; fewer tasks than trials is reported as a trap. */
  readonly tasks?: number;
}

export interface RateOptions {
  /** 0.95 unless told. */
  readonly level?: number;
  /** 'trial' for counts and 'task' for clusters unless told. */
  readonly unit?: Unit;
  /** What the seeds of a task are; several without a word carry a warning. */
  readonly replicates?: Replicates;
}

export interface WilsonResult extends IntervalResult {
  readonly method: 'wilson' | 'wilson-effective-n';
  /** Independent trials that the data are worth; equals the trials without clusters. */
  readonly effectiveN: number;
  readonly trials: number;
  /** Variance against that of independent trials (trials over effectiveN); null without clusters. */
  readonly designEffect: number | null;
}

/**
 * Wilson's score interval of a rate (E. B. Wilson, JASA 22, 1927): with z = z_(1−α/2),
 * (p̂ + z²/2n ± z √(p̂(1 − p̂)/n + z²/4n²)) / (1 + z²/n). Values in clusters (the seeds of a task) count as
 * n = p̂(1 − p̂)/se² independent trials, se the cluster-robust standard error, but never as more than they are; where
 * every value is 0, or every value 1, as one trial a cluster.
 *
 * @param data counts of independent trials, or values from 0 to 1 and the cluster of each
 * @throws PawlError `bad-input` for counts that are not whole, no trials, values outside [0, 1], one cluster
 * @example
 * wilsonInterval({ passes: 81, trials: 263 }); // low 0.25528851987827, high 0.36620957698280
 */
export function wilsonInterval(data: RateCounts | ClusteredValues, options: RateOptions = {}): WilsonResult {
  requireKnownOptions(options, ['level', 'unit', 'replicates'], 'wilsonInterval');
  const level = requireLevel(options.level ?? 0.95);
  return 'trials' in data ? ofCounts(data, level, options.unit ?? 'trial') : ofClusters(data, level, options);
}

function ofCounts(counts: RateCounts, level: number, unit: Unit): WilsonResult {
  const { passes, trials } = requireRate(counts);
  return {
    method: 'wilson',
    unit,
    n: trials,
    ...scoreInterval(passes / trials, trials, level),
    level,
    effectiveN: trials,
    trials,
    designEffect: null,
    warnings: rateWarnings(counts),
  };
}

function ofClusters(data: ClusteredValues, level: number, options: RateOptions): WilsonResult {
  const clusters = groupByCluster(data.values, data.clusters, 2);
  const outside = data.values.findIndex((value) => value < 0 || value > 1);
  if (outside >= 0) {
    throw new PawlError(
      'bad-input',
      `values[${outside}]: got ${String(data.values[outside])}, expected a rate from 0 to 1`,
    );
  }
  const trials = data.values.length;
  const { mean, standardError } = clusteredMean(clusters);
  const spread = mean * (1 - mean);
  const effectiveN = standardError === 0 ? clusters.length : Math.min(trials, spread / standardError ** 2);
  return {
    method: 'wilson-effective-n',
    unit: options.unit ?? 'task',
    n: clusters.length,
    ...scoreInterval(mean, effectiveN, level),
    level,
    effectiveN,
    trials,
    designEffect: trials / effectiveN,
    warnings: clusterWarnings(clusters, standardError, options.replicates),
  };
}

function scoreInterval(
  rate: number,
  n: number,
  level: number,
): { estimate: number; low: number; high: number } {
  const z = normalQuantile((1 + level) / 2);
  const stretch = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / stretch;
  const reach = (z / stretch) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  return {
    estimate: rate,
    low: rate === 0 ? 0 : Math.max(0, centre - reach),
    high: rate === 1 ? 1 : Math.min(1, centre + reach),
  };
}

/** Refuses counts that are no rate. */
export function requireRate(counts: RateCounts): RateCounts {
  const trials = requireCount(counts.trials, 'trials', 1);
  const passes = requireCount(counts.passes, 'passes');
  if (passes > trials) throw new PawlError('bad-input', `passes: got ${passes} of ${trials} trials`);
  return { passes, trials };
}

/** Several verdicts a task, counted as independent trials. */
export function rateWarnings({ trials, tasks }: RateCounts): StatWarning[] {
  if (tasks === undefined || requireCount(tasks, 'tasks', 1) >= trials) return [];
  const message =
    `${trials} trials come from ${tasks} tasks: verdicts on one task are not independent, so the interval is too ` +
    'short; hand in the values and their tasks as clusters';
  return [{ code: 'verdicts-as-tasks', message }];
}
