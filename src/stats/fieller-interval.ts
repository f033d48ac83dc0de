import { PawlError } from '../errors.js';
import { requireEqualLength, requireKnownOptions, requireLevel, requireNumbers } from './checks.js';
import { meanAndVariance } from './numeric/moments.js';
import { studentTQuantile } from './numeric/student-t.js';
import type { StatResult, StatWarning, Unit } from './result.js';

/** The confidence set of a ratio: an interval, the outside of one, or everything. */
export type RatioSet =
  | { readonly kind: 'bounded'; readonly low: number; readonly high: number }
  /** Everything up to `low` and everything from `high`. */
  | { readonly kind: 'exclusive'; readonly low: number; readonly high: number }
  | { readonly kind: 'unbounded' };

export interface RatioSamples {
  readonly numerator: readonly number[];
  readonly denominator: readonly number[];
}

export interface FiellerOptions {
  /** 0.95 unless told. */
  readonly level?: number;
  /** true: the i-th values belong together; false (unless told): two independent samples. */
  readonly paired?: boolean;
  /** 'run' unless told. */
  readonly unit?: Unit;
}

export interface FiellerResult extends StatResult {
  readonly method: 'fieller';
  readonly estimate: number;
  readonly interval: RatioSet;
  readonly level: number;
  readonly df: number;
}

/**
 * Fieller's confidence set for a ratio of means (E. C. Fieller, Journal of the Royal Statistical Society B 16, 1954):
 * all θ with (x̄ − θȳ)² ≤ t² (v_x − 2θ v_xy + θ² v_y). It is bounded only while the denominator differs from 0 at
 * this level; otherwise it is the outside of an interval, or everything. Paired samples have n − 1 degrees of freedom,
 * independent ones Satterthwaite's at the estimate.
 *
 * @throws PawlError `bad-input` for fewer than two values a sample, or a denominator with mean 0
 * @example
 * fiellerInterval({ numerator: [0.45, 0.44, 0.46], denominator: [0.42, 0.43, 0.425] });
 * // estimate 1.0588…, interval { kind: 'bounded', low: 1.0107…, high: 1.1078… }
 */
export function fiellerInterval(samples: RatioSamples, options: FiellerOptions = {}): FiellerResult {
  requireKnownOptions(options, ['level', 'paired', 'unit'], 'fiellerInterval');
  const { numerator, denominator } = samples;
  requireNumbers(numerator, 'numerator', 2);
  requireNumbers(denominator, 'denominator', 2);
  if (options.paired === true) requireEqualLength(numerator, 'numerator', denominator, 'denominator');
  const level = requireLevel(options.level ?? 0.95);
  const x = meanAndVariance(numerator);
  const y = meanAndVariance(denominator);
  if (Math.abs(y.mean) <= 1e-15 * Math.max(...denominator.map(Math.abs))) {
    throw new PawlError('bad-input', 'the denominator has mean 0: there is no ratio to estimate', {
      hint: 'report the two means, or their difference',
    });
  }
  const estimate = x.mean / y.mean;
  const xError = x.variance / numerator.length;
  const yError = y.variance / denominator.length;
  const shared =
    options.paired === true ? covariance(numerator, x.mean, denominator, y.mean) / numerator.length : 0;
  const df =
    options.paired === true
      ? numerator.length - 1
      : satterthwaite(xError, numerator.length, estimate ** 2 * yError, denominator.length);
  const square = studentTQuantile((1 + level) / 2, df) ** 2;
  const interval = solve(
    y.mean ** 2 - square * yError,
    x.mean * y.mean - square * shared,
    x.mean ** 2 - square * xError,
  );
  return {
    method: 'fieller',
    unit: options.unit ?? 'run',
    n: options.paired === true ? numerator.length : numerator.length + denominator.length,
    estimate,
    interval,
    level,
    df,
    warnings: warningsOf(
      interval,
      xError + yError,
      Math.min(numerator.length, denominator.length),
      options.unit ?? 'run',
    ),
  };
}

/** All θ with aθ² − 2bθ + c ≤ 0. */
function solve(a: number, b: number, c: number): RatioSet {
  const discriminant = b * b - a * c;
  if (a === 0 || (a < 0 && discriminant <= 0)) return { kind: 'unbounded' };
  const root = Math.sqrt(Math.max(0, discriminant));
  const [low, high] = a > 0 ? [(b - root) / a, (b + root) / a] : [(b + root) / a, (b - root) / a];
  return { kind: a > 0 ? 'bounded' : 'exclusive', low, high };
}

function satterthwaite(xError: number, xCount: number, yError: number, yCount: number): number {
  if (xError + yError === 0) return xCount + yCount - 2;
  return (xError + yError) ** 2 / (xError ** 2 / (xCount - 1) + yError ** 2 / (yCount - 1));
}

function covariance(xs: readonly number[], xMean: number, ys: readonly number[], yMean: number): number {
  return xs.reduce((sum, x, at) => sum + (x - xMean) * ((ys[at] ?? 0) - yMean), 0) / (xs.length - 1);
}

function warningsOf(interval: RatioSet, error: number, fewest: number, unit: Unit): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (interval.kind !== 'bounded') {
    const message =
      interval.kind === 'exclusive'
        ? 'the denominator may be 0 at this level: the confidence set is everything outside an interval'
        : 'the denominator may be 0 at this level: no ratio at all can be excluded';
    warnings.push({ code: 'unbounded', message });
  }
  if (error === 0) {
    warnings.push({
      code: 'zero-variance',
      message: 'neither sample varies: the data cannot show the spread of their ratio',
    });
  }
  if (unit === 'run' && fewest < 3) {
    warnings.push({
      code: 'few-runs',
      message: `${fewest} runs in an arm: fewer than three show no spread to speak of`,
    });
  }
  return warnings;
}
