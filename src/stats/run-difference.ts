import { requireKnownOptions, requireLevel, requireNumbers } from './checks.js';
import { meanAndVariance } from './numeric/moments.js';
import { studentTCdf, studentTQuantile } from './numeric/student-t.js';
import type { StatResult, StatWarning } from './result.js';
import { twoSamplePermutationTest } from './two-sample-permutation-test.js';

export interface RunDifferenceOptions {
  /** 0.95 unless told. */
  readonly level?: number;
}

export interface RunDifferenceResult extends StatResult {
  readonly method: 'welch-t';
  readonly unit: 'run';
  /** Mean of the a runs minus mean of the b runs. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly standardError: number;
  readonly df: number;
  /** Welch's p; the exact permutation p where the runs do not vary. */
  readonly pValue: number;
  /** Exact two-sample permutation p and mid-p; with 3 + 3 runs p is at least 0.1. */
  readonly permutationP: number;
  readonly permutationMidP: number;
  readonly runs: { readonly a: number; readonly b: number };
}

/**
 * Difference between two sets of learning runs, the run being the unit (one number a run: its peak, or the mean of
 * its last rounds). Welch's t: d ± t_(1−α/2, ν) √(s_a²/n_a + s_b²/n_b), ν by Satterthwaite (B. L. Welch, Biometrika
 * 34, 1947). n is the number of runs.
 *
 * @param aRuns one score a run @param bRuns likewise, of other runs
 * @throws PawlError `bad-input` for fewer than two runs an arm or scores that are not finite
 * @example
 * runDifference([0.675, 0.725, 0.75], [0.675, 0.7, 0.725]);
 * // difference 0.0166…, low -0.0613…, high 0.0946…, df 3.448…, pValue 0.5665…
 */
export function runDifference(
  aRuns: readonly number[],
  bRuns: readonly number[],
  options: RunDifferenceOptions = {},
): RunDifferenceResult {
  requireKnownOptions(options, ['level'], 'runDifference');
  requireNumbers(aRuns, 'aRuns', 2);
  requireNumbers(bRuns, 'bRuns', 2);
  const level = requireLevel(options.level ?? 0.95);
  const a = meanAndVariance(aRuns);
  const b = meanAndVariance(bRuns);
  const errorA = a.variance / aRuns.length;
  const errorB = b.variance / bRuns.length;
  const difference = a.mean - b.mean;
  const standardError = Math.sqrt(errorA + errorB);
  const permutation = twoSamplePermutationTest(aRuns, bRuns, { unit: 'run' });
  const warnings: StatWarning[] = permutation.warnings.filter(
    ({ code }) => code === 'few-runs' || code === 'sampled',
  );
  let df = aRuns.length + bRuns.length - 2;
  let reach = 0;
  let pValue = permutation.pValue;
  if (standardError === 0) {
    const message =
      'the runs of either arm do not differ: t has no scale, and the p-value is the permutation one';
    warnings.push({ code: 'zero-variance', message });
  } else {
    df = (errorA + errorB) ** 2 / (errorA ** 2 / (aRuns.length - 1) + errorB ** 2 / (bRuns.length - 1));
    reach = studentTQuantile((1 + level) / 2, df) * standardError;
    pValue = 2 * studentTCdf(-Math.abs(difference / standardError), df);
  }
  return {
    method: 'welch-t',
    unit: 'run',
    n: aRuns.length + bRuns.length,
    difference,
    low: difference - reach,
    high: difference + reach,
    level,
    standardError,
    df,
    pValue,
    permutationP: permutation.pValue,
    permutationMidP: permutation.midP,
    runs: { a: aRuns.length, b: bRuns.length },
    warnings,
  };
}
