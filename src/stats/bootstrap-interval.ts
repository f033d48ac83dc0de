import { PawlError } from '../errors.js';
import {
  repeatedTaskWarning,
  requireCount,
  requireEqualLength,
  requireKnownOptions,
  requireLevel,
  requireNumbers,
  requireOneOf,
} from './checks.js';
import { bootstrapLimits, jackknifeAcceleration } from './numeric/bootstrap-limits.js';
import { toLattice } from './numeric/lattice.js';
import { resampleSums } from './numeric/resample-sums.js';
import { drawnResampled, eachResample, latticeResampled, type Resampled } from './numeric/resampled.js';
import { costOfSum, drawOf, sumOfDraws } from './numeric/whole-distribution.js';
import type { Computation, IntervalResult, StatWarning, Unit } from './result.js';
import { studentisedInterval } from './studentised-interval.js';

export type BootstrapMethod = 'percentile' | 'bca' | 'expanded-percentile' | 'studentised';

export interface BootstrapOptions {
  /** The mean unless told. A function of the sample is always sampled. */
  readonly statistic?: 'mean' | ((sample: readonly number[]) => number);
  /** 'bca' unless told. */
  readonly method?: BootstrapMethod;
  /** 0.95 unless told. */
  readonly level?: number;
  /** 100,000 for the mean, 10,000 for a function, unless told. */
  readonly resamples?: number;
  /** 1 unless told. */
  readonly seed?: number;
  /** true: refuse to sample; false: sample even where exact is possible. */
  readonly exact?: boolean;
  /** What a value stands for; 'task' unless told. */
  readonly unit?: Unit;
  /** The task of each value; a task that occurs twice is reported as a trap. */
  readonly tasks?: readonly string[];
}

export interface BootstrapIntervalResult extends IntervalResult, Computation {
  readonly method: BootstrapMethod;
}

/** Multiplications that an exact interval may cost: about a quarter of a second. */
const EXACT_COST = 2e8;
const FEW_VALUES = 10;

/**
 * Bootstrap interval of the mean (or of any function of the sample). For a mean of values with a common unit the
 * resampling distribution is not drawn but computed, as with infinitely many resamples: the n-fold convolution of
 * the sample. Real values and functions are resampled with a recorded seed. Quantiles are inverse distribution
 * functions; the limits of each method are described at `bootstrapLimits`, the studentised ones at
 * `studentisedInterval`.
 *
 * @param sample one value a task (at least two)
 * @throws PawlError `bad-input` for fewer than two values, NaN, or `exact: true` where sampling is needed
 * @example
 * // treated mice, days survived (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, table 2.1)
 * bootstrapInterval([94, 197, 16, 38, 99, 141, 23]); // low 46.2857… (324/7), high 138.2857… (968/7), exact
 */
export function bootstrapInterval(
  sample: readonly number[],
  options: BootstrapOptions = {},
): BootstrapIntervalResult {
  requireNumbers(sample, 'sample', 2);
  requireKnownOptions(
    options,
    ['statistic', 'method', 'level', 'resamples', 'seed', 'exact', 'unit', 'tasks'],
    'bootstrapInterval',
  );
  const methods = ['percentile', 'bca', 'expanded-percentile', 'studentised'] as const;
  const method = requireOneOf(options.method ?? 'bca', methods, 'method');
  const level = requireLevel(options.level ?? 0.95);
  const statistic = options.statistic ?? 'mean';
  const resamples = requireCount(
    options.resamples ?? (statistic === 'mean' ? 100_000 : 10_000),
    'resamples',
    1,
  );
  const seed = requireCount(options.seed ?? 1, 'seed');
  const warnings = trapsIn(sample, options);
  const common = { unit: options.unit ?? 'task', n: sample.length, level };

  if (sample.every((value) => value === sample[0])) {
    const estimate = statistic === 'mean' ? (sample[0] ?? NaN) : evaluate(statistic, sample);
    const message = `all ${sample.length} values are ${String(sample[0])}: resampling them cannot show any spread`;
    warnings.push({ code: 'zero-variance', message });
    const limits = { estimate, low: estimate, high: estimate };
    return { method, ...common, ...limits, exact: true, resamples: null, seed: null, warnings };
  }

  const exact =
    method !== 'studentised' && options.exact !== false && statistic === 'mean' ? exactMean(sample) : null;
  if (exact === null && options.exact === true) throw notExact(statistic, method);
  const drawn =
    exact === null ? { exact: false, resamples, seed } : { exact: true, resamples: null, seed: null };

  if (method === 'studentised') {
    if (statistic !== 'mean') {
      throw new PawlError(
        'bad-input',
        "the studentised interval needs the statistic's standard error in every resample",
        {
          hint: "use it with the mean, or choose 'bca'",
        },
      );
    }
    const result = studentisedInterval(sample, level, resamples, seed);
    return { ...common, ...drawn, ...result, warnings: [...warnings, ...result.warnings] };
  }
  const resampled =
    exact ??
    (statistic === 'mean'
      ? drawnMean(sample, resamples, seed)
      : drawnStatistic(statistic, sample, resamples, seed));
  const { estimate, acceleration } = summary(sample, statistic, method);
  const limits = bootstrapLimits(method, level, { resampled, units: sample.length, acceleration });
  return { ...common, ...drawn, estimate, ...limits, warnings: [...warnings, ...limits.warnings] };
}

/** The distribution of the mean over infinitely many resamples; null off a lattice or where it is too large. */
function exactMean(sample: readonly number[]): Resampled | null {
  const least = Math.min(...sample);
  const lattice = toLattice(sample.map((value) => value - least));
  if (lattice === null || Math.max(...lattice.multiples) * sample.length > EXACT_COST / 10) return null;
  const draw = drawOf(lattice.multiples);
  if (costOfSum(draw, sample.length) > EXACT_COST) return null;
  const observed = lattice.multiples.reduce((sum, multiple) => sum + multiple, 0);
  return latticeResampled(
    sumOfDraws(draw, sample.length),
    observed,
    (sum) => (least * sample.length + lattice.unit * sum) / sample.length,
  );
}

function drawnMean(sample: readonly number[], resamples: number, seed: number): Resampled {
  const sums = resampleSums(sample, resamples, seed);
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) / sample.length;
  return drawnResampled(sums, mean(sample), noiseOf(sample));
}

function drawnStatistic(
  statistic: (sample: readonly number[]) => number,
  sample: readonly number[],
  resamples: number,
  seed: number,
): Resampled {
  const draws = new Float64Array(resamples);
  eachResample(sample.length, resamples, seed, (indices, resample) => {
    draws[resample] = evaluate(
      statistic,
      Array.from(indices, (index) => sample[index] ?? NaN),
    );
  });
  return drawnResampled(draws, evaluate(statistic, sample), noiseOf(sample));
}

function summary(
  sample: readonly number[],
  statistic: 'mean' | ((sample: readonly number[]) => number),
  method: BootstrapMethod,
): { estimate: number; acceleration: number | null } {
  const estimate = statistic === 'mean' ? mean(sample) : evaluate(statistic, sample);
  if (method !== 'bca') return { estimate, acceleration: null };
  // The jackknife of a mean is a linear function of the value left out.
  const without =
    statistic === 'mean'
      ? sample.map((value) => -value)
      : sample.map((_, left) =>
          evaluate(
            statistic,
            sample.filter((__, at) => at !== left),
          ),
        );
  return { estimate, acceleration: jackknifeAcceleration(without) };
}

function mean(sample: readonly number[]): number {
  return sample.reduce((sum, value) => sum + value, 0) / sample.length;
}

function evaluate(statistic: (sample: readonly number[]) => number, sample: readonly number[]): number {
  const value = statistic(sample);
  if (!Number.isFinite(value)) {
    throw new PawlError(
      'bad-input',
      `statistic: got ${String(value)} from a resample, expected a finite number`,
    );
  }
  return value;
}

/** Rounding noise of a statistic of this sample: draws nearer to the estimate tie with it. */
function noiseOf(sample: readonly number[]): number {
  return 1e-13 * Math.max(...sample.map(Math.abs));
}

function notExact(statistic: BootstrapOptions['statistic'], method: BootstrapMethod): PawlError {
  const reason =
    statistic !== 'mean'
      ? 'only the mean has an exact resampling distribution'
      : method === 'studentised'
        ? 'the studentised interval is sampled'
        : 'the values share no common unit that is coarse enough';
  return new PawlError('bad-input', `no exact bootstrap interval: ${reason}`, {
    hint: 'leave out `exact: true`',
  });
}

function trapsIn(sample: readonly number[], options: BootstrapOptions): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (options.tasks !== undefined) {
    requireEqualLength(options.tasks, 'tasks', sample, 'sample');
    warnings.push(...repeatedTaskWarning(options.tasks, 'use clusteredBootstrapInterval'));
  }
  if (sample.length < FEW_VALUES) {
    const message = `${sample.length} values: bootstrap intervals of so few are rough and usually too short`;
    warnings.push({ code: 'few-values', message });
  }
  if (options.unit === 'run' && sample.length < 3) {
    warnings.push({
      code: 'few-runs',
      message: `${sample.length} runs: fewer than three show no spread to speak of`,
    });
  }
  return warnings;
}
