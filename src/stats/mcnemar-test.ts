import { requireCount, requireKnownOptions, requireOneOf } from './checks.js';
import { fairCoinTail } from './numeric/binomial.js';
import { SMALLEST_SHARE } from './numeric/subset-sums.js';
import type { Alternative, StatWarning, TestResult, Unit } from './result.js';

export interface McNemarCounts {
  /** Pairs that the first arm fails and the second passes. */
  readonly corrected: number;
  /** Pairs that the first arm passes and the second fails. */
  readonly broken: number;
}

export interface McNemarOptions {
  readonly alternative?: Alternative;
  /** What a pair is; 'verdict' unless told, with a warning, because several verdicts of a task are not independent. */
  readonly unit?: Unit;
}

export interface McNemarResult extends TestResult {
  readonly method: 'exact';
  readonly exact: true;
  /** corrected − broken */
  readonly statistic: number;
}

/**
 * McNemar's exact test: given the discordant pairs, `corrected` is Binomial(corrected + broken, ½) when nothing
 * changed. Two-sided p is twice the smaller tail, 'greater' asks for more corrected than broken. The mid-p counts the
 * observed outcome by half (Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13:91, 2013; with equal
 * counts 1 minus half its probability). n is the number of discordant pairs; concordant ones change nothing.
 *
 * @throws PawlError `bad-input` unless both counts are whole numbers from 0
 * @example
 * const { pValue, midP } = mcnemarTest({ corrected: 5, broken: 15 }, { unit: 'task' });
 * // pValue 0.04138946533203125, midP 0.02660369873046875
 */
export function mcnemarTest(counts: McNemarCounts, options: McNemarOptions = {}): McNemarResult {
  requireKnownOptions(options, ['alternative', 'unit'], 'mcnemarTest');
  const corrected = requireCount(counts.corrected, 'corrected');
  const broken = requireCount(counts.broken, 'broken');
  const alternative = requireOneOf(
    options.alternative ?? 'two-sided',
    ['two-sided', 'greater', 'less'],
    'alternative',
  );
  const n = corrected + broken;
  const { pValue, midP } = pOf(corrected, broken, alternative);
  return {
    method: 'exact',
    unit: options.unit ?? 'verdict',
    n,
    alternative,
    statistic: corrected - broken,
    pValue: Math.max(pValue, SMALLEST_SHARE),
    midP: Math.max(midP, SMALLEST_SHARE / 2),
    exact: true,
    warnings: trapsIn(n, pValue, options.unit),
  };
}

function pOf(corrected: number, broken: number, alternative: Alternative): { pValue: number; midP: number } {
  const { below, at } = fairCoinTail(Math.min(corrected, broken), corrected + broken);
  if (alternative === 'two-sided') {
    if (corrected === broken) return { pValue: 1, midP: 1 - at / 2 };
    return { pValue: 2 * (below + at), midP: 2 * below + at };
  }
  const towards = alternative === 'greater' ? corrected >= broken : broken >= corrected;
  return towards
    ? { pValue: below + at, midP: below + at / 2 }
    : { pValue: 1 - below, midP: 1 - below - at / 2 };
}

function trapsIn(n: number, pValue: number, unit: Unit | undefined): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (n === 0) {
    warnings.push({
      code: 'no-evidence',
      message: 'no discordant pair: nothing was corrected and nothing broken',
    });
  } else if (unit === undefined || unit === 'verdict') {
    warnings.push({
      code: 'verdicts-as-tasks',
      message:
        `the ${n} discordant pairs are treated as independent: if several are verdicts on one task (its seeds), the ` +
        "p-value is too small; use pairedDifference on the tasks, or say unit: 'task' when each pair is a task of its own",
    });
  }
  if (pValue < SMALLEST_SHARE) {
    warnings.push({
      code: 'underflow',
      message: `the p-value is below ${SMALLEST_SHARE}, which is reported instead`,
    });
  }
  return warnings;
}
