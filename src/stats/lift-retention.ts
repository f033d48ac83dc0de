import { PawlError } from '../errors.js';
import { requireKnownOptions, requireLevel, requireNumbers, requireOneOf } from './checks.js';
import { fiellerInterval, type RatioSet } from './fieller-interval.js';
import { meanAndVariance } from './numeric/moments.js';
import { studentTQuantile } from './numeric/student-t.js';
import type { StatResult, StatWarning } from './result.js';

/** Start and end of an arm: one number (a published mean) or one number a run. */
export interface Lift {
  readonly baseline: number | readonly number[];
  readonly peak: number | readonly number[];
}

/**
 * own-baseline: (mean co peak − mean co baseline) / (mean reference peak − mean reference baseline), the paper's;
 * common-baseline: both lifts from one baseline; peak-over-peak: no baseline; mean-of-ratios: runs paired by position.
 */
export type RetentionDefinition = 'own-baseline' | 'common-baseline' | 'peak-over-peak' | 'mean-of-ratios';

export interface LiftRetentionOptions {
  /** 0.95 unless told. */
  readonly level?: number;
  /** 'own-baseline' unless told. */
  readonly definition?: RetentionDefinition;
  /** For 'common-baseline'. */
  readonly commonBaseline?: number;
}

export interface LiftRetentionResult extends StatResult {
  readonly method: 'ratio-of-means' | 'mean-of-ratios';
  readonly unit: 'run';
  readonly retention: number;
  /** Mean lift of either arm: numerator and denominator of a ratio of means. */
  readonly coLift: number;
  readonly referenceLift: number;
  /** Fieller's set (t interval for 'mean-of-ratios'); null when single runs or only means are known. */
  readonly interval: RatioSet | null;
  readonly level: number;
  readonly definition: RetentionDefinition;
}

/**
 * Lift retention: which share of the lift with free ground truth (reference) the co-evolved arm keeps. The confidence
 * set is Fieller's for independent runs, because a small lift in the denominator makes the ratio unbounded; for 'last
 * ten rounds' hand those means in as `peak`. n is the number of runs (of means, where only means are given).
 *
 * @throws PawlError `bad-input` when the reference has no lift at all, or lengths do not fit
 * @example
 * // MBPP+ as published: counts of 40 tasks, three-seed means
 * const mean = (...counts: number[]) => counts.reduce((a, b) => a + b) / counts.length / 40;
 * liftRetention({
 *   reference: { baseline: 0.275, peak: mean(27, 28, 29) },
 *   co: { baseline: 0.8 / 3, peak: mean(27, 29, 30) },
 * }).retention; // 1.0588…
 */
export function liftRetention(
  arms: { readonly reference: Lift; readonly co: Lift },
  options: LiftRetentionOptions = {},
): LiftRetentionResult {
  requireKnownOptions(options, ['level', 'definition', 'commonBaseline'], 'liftRetention');
  const level = requireLevel(options.level ?? 0.95);
  const definitions = ['own-baseline', 'common-baseline', 'peak-over-peak', 'mean-of-ratios'] as const;
  const definition = requireOneOf(options.definition ?? 'own-baseline', definitions, 'definition');
  const co = liftsOf(arms.co, 'co', definition, options.commonBaseline);
  const reference = liftsOf(arms.reference, 'reference', definition, options.commonBaseline);
  const coLift = meanAndVariance(co).mean;
  const referenceLift = meanAndVariance(reference).mean;
  // Subtracting a baseline leaves rounding noise of the scores' size.
  const size = Math.max(...listOf(arms.reference.peak, 'reference.peak').map(Math.abs));
  if (Math.abs(referenceLift) <= 1e-13 * size) {
    throw new PawlError('bad-input', 'the reference arm has no lift: retention is not defined', {
      hint: 'report the two lifts, or their difference',
    });
  }
  const common = {
    unit: 'run',
    n: co.length + reference.length,
    coLift,
    referenceLift,
    level,
    definition,
  } as const;
  const warnings = trapsIn(arms, co.length, reference.length, referenceLift, definition);
  if (definition === 'mean-of-ratios') {
    const { retention, interval } = meanOfRatios(co, reference, level);
    return { method: 'mean-of-ratios', retention, interval, ...common, warnings };
  }
  const enough = Math.min(co.length, reference.length) >= 2;
  const fieller = enough ? fiellerInterval({ numerator: co, denominator: reference }, { level }) : null;
  return {
    method: 'ratio-of-means',
    retention: coLift / referenceLift,
    interval: fieller?.interval ?? null,
    ...common,
    warnings: [...warnings, ...(fieller?.warnings.filter(({ code }) => code !== 'few-runs') ?? [])],
  };
}

/** The lift of each run (a single one when only means are given). */
function liftsOf(
  arm: Lift,
  name: string,
  definition: RetentionDefinition,
  commonBaseline: number | undefined,
): number[] {
  const peaks = listOf(arm.peak, `${name}.peak`);
  if (definition === 'peak-over-peak') return peaks;
  if (definition === 'common-baseline') {
    if (commonBaseline === undefined || !Number.isFinite(commonBaseline)) {
      throw new PawlError(
        'bad-input',
        `commonBaseline: got ${String(commonBaseline)}, expected a number for 'common-baseline'`,
      );
    }
    return peaks.map((peak) => peak - commonBaseline);
  }
  const baselines = listOf(arm.baseline, `${name}.baseline`);
  if (baselines.length !== peaks.length && baselines.length !== 1) {
    throw new PawlError(
      'bad-input',
      `${name}: ${baselines.length} baselines and ${peaks.length} peaks, expected one of each a run`,
    );
  }
  return peaks.map((peak, run) => peak - (baselines[run] ?? baselines[0] ?? NaN));
}

function listOf(value: number | readonly number[], what: string): number[] {
  const list = typeof value === 'number' ? [value] : [...value];
  requireNumbers(list, what);
  return list;
}

function meanOfRatios(
  co: readonly number[],
  reference: readonly number[],
  level: number,
): { retention: number; interval: RatioSet | null } {
  if (co.length !== reference.length || reference.some((lift) => lift === 0)) {
    throw new PawlError(
      'bad-input',
      "'mean-of-ratios' pairs runs by position: expected as many of either arm, none without lift",
    );
  }
  const ratios = co.map((lift, run) => lift / (reference[run] ?? NaN));
  const { mean, variance } = meanAndVariance(ratios);
  if (ratios.length < 2) return { retention: mean, interval: null };
  const reach = studentTQuantile((1 + level) / 2, ratios.length - 1) * Math.sqrt(variance / ratios.length);
  return { retention: mean, interval: { kind: 'bounded', low: mean - reach, high: mean + reach } };
}

function trapsIn(
  arms: { readonly reference: Lift; readonly co: Lift },
  coRuns: number,
  referenceRuns: number,
  referenceLift: number,
  definition: RetentionDefinition,
): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (referenceLift < 0) {
    warnings.push({
      code: 'no-evidence',
      message: 'the reference arm got worse: a share of its lift means nothing',
    });
  }
  const onlyMeans = typeof arms.co.peak === 'number' || typeof arms.reference.peak === 'number';
  if (onlyMeans) {
    warnings.push({
      code: 'descriptive',
      message: 'only means are given: no interval without the single runs',
    });
  } else if (Math.min(coRuns, referenceRuns) < 3) {
    const message = `${coRuns} and ${referenceRuns} runs: fewer than three an arm show no spread to speak of`;
    warnings.push({ code: 'few-runs', message });
  }
  if (definition === 'mean-of-ratios') {
    warnings.push({
      code: 'descriptive',
      message: 'runs of two arms are paired by position, which is arbitrary',
    });
  }
  return warnings;
}
