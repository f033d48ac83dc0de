import { bootstrapInterval, type BootstrapMethod } from './bootstrap-interval.js';
import {
  requireEqualLength,
  requireKnownOptions,
  requireLevel,
  requireNumbers,
  requireOneOf,
  replicateWarnings,
} from './checks.js';
import { clusteredMeanInterval } from './clustered-mean-interval.js';
import { groupByCluster } from './numeric/clusters.js';
import type { Alternative, IntervalResult, Replicates, StatResult, StatWarning } from './result.js';
import { signFlipTest, type SignFlipResult } from './sign-flip-test.js';

export interface PairedScores {
  /** The task of each row; several rows (seeds) of a task are averaged first. */
  readonly tasks: readonly string[];
  readonly a: readonly number[];
  readonly b: readonly number[];
}

export interface PairedDifferenceOptions {
  /** 0.95 unless told. */
  readonly level?: number;
  readonly alternative?: Alternative;
  /** 't' unless told: the t interval of the task means, clustered by task. */
  readonly interval?: 't' | Exclude<BootstrapMethod, 'studentised'>;
  /** What the rows of one task are: draws of one system, or outcomes of whole learning runs. */
  readonly replicates?: Replicates;
  /** For what is too large to be exact; 1 unless told. */
  readonly seed?: number;
  readonly resamples?: number;
}

export interface PairedDifferenceResult extends StatResult {
  readonly method: 'task-means';
  readonly unit: 'task';
  /** Mean of a minus mean of b, every task with the same weight. */
  readonly difference: number;
  readonly meanA: number;
  readonly meanB: number;
  readonly level: number;
  readonly interval: IntervalResult;
  readonly test: SignFlipResult;
  /** The differences that were tested, by task, tasks sorted. */
  readonly taskDifferences: readonly { readonly task: string; readonly difference: number }[];
  /** Rows of the task with the fewest and the most. */
  readonly seeds: { readonly fewest: number; readonly most: number };
}

/**
 * Difference of two arms on the same tasks, with the task as the unit: the rows of a task are averaged first, then
 * the task differences give the estimate (their mean), the interval (t, or a bootstrap) and the test (exact
 * sign-flip). Treating the single verdicts as independent instead makes p-values too small: on the forty tasks of
 * the example below the task test says .119, the verdict test .014.
 *
 * Averaging is right when the seeds are draws of one system. When each seed is a whole learning run, its tasks share
 * whatever that run learned, and the run is the unit: use `runDifference`.
 *
 * @param scores one row a task and seed: the task, the score of arm a, the score of arm b
 * @throws PawlError `bad-input` for unequal lengths, fewer than two tasks or scores that are not finite
 * @example
 * const thirds = [3, 2, 0, 0, 1, 0, 3, 2, 2, -1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0,
 *   -3, 2, -3, -3, 3, 0, 0, 3, 0, 2, 0, 0, -1, 0, 3, -2, 0, 1, 0, 0]; // three seeds a task
 * const tasks = thirds.map((_, task) => `t${task}`);
 * pairedDifference({ tasks, a: thirds.map((x) => x / 3), b: thirds.map(() => 0) }).test.pValue; // 0.119110107421875
 */
export function pairedDifference(
  scores: PairedScores,
  options: PairedDifferenceOptions = {},
): PairedDifferenceResult {
  requireKnownOptions(
    options,
    ['level', 'alternative', 'interval', 'replicates', 'seed', 'resamples'],
    'pairedDifference',
  );
  const level = requireLevel(options.level ?? 0.95);
  const kinds = ['t', 'bca', 'percentile', 'expanded-percentile'] as const;
  const kind = requireOneOf(options.interval ?? 't', kinds, 'interval');
  if (options.replicates !== undefined)
    requireOneOf(options.replicates, ['draws', 'learning-runs'], 'replicates');
  requireNumbers(scores.a, 'a');
  requireNumbers(scores.b, 'b');
  requireEqualLength(scores.a, 'a', scores.b, 'b');

  const a = groupByCluster(scores.a, scores.tasks, 2);
  const b = groupByCluster(scores.b, scores.tasks, 2);
  const taskDifferences = a.map(({ name, sum, size }, at) => ({
    task: name,
    difference: (sum - (b[at]?.sum ?? 0)) / size,
  }));
  const differences = taskDifferences.map(({ difference }) => difference);
  const meanOf = (means: readonly number[]): number =>
    means.reduce((total, mean) => total + mean, 0) / means.length;
  const sampling = {
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.resamples === undefined ? {} : { resamples: options.resamples }),
  };
  const interval =
    kind === 't'
      ? clusteredMeanInterval(
          { values: differences, clusters: taskDifferences.map(({ task }) => task) },
          { level },
        )
      : bootstrapInterval(differences, { method: kind, level, unit: 'task', ...sampling });
  const alternative = options.alternative ?? 'two-sided';
  const test = signFlipTest(differences, { alternative, unit: 'task', ...sampling });
  const sizes = a.map(({ size }) => size);
  const seeds = { fewest: Math.min(...sizes), most: Math.max(...sizes) };
  return {
    method: 'task-means',
    unit: 'task',
    n: differences.length,
    difference: meanOf(differences),
    meanA: meanOf(a.map(({ sum, size }) => sum / size)),
    meanB: meanOf(b.map(({ sum, size }) => sum / size)),
    level,
    interval,
    test,
    taskDifferences,
    seeds,
    warnings: [...trapsIn(seeds, options.replicates), ...interval.warnings, ...test.warnings],
  };
}

function trapsIn(
  seeds: { readonly fewest: number; readonly most: number },
  replicates: Replicates | undefined,
): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (seeds.fewest !== seeds.most) {
    const message = `tasks have ${seeds.fewest} to ${seeds.most} seeds: every task weighs the same, the thin ones are noisier`;
    warnings.push({ code: 'uneven-seeds', message });
  }
  warnings.push(...replicateWarnings(seeds, replicates));
  return warnings;
}
