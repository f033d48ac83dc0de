import { PawlError } from '../errors.js';
import { requireKnownOptions, requireLevel, requireNumbers } from './checks.js';
import { toLattice } from './numeric/lattice.js';
import { exactlyResampled } from './numeric/resampled.js';
import type { IntervalResult, StatWarning } from './result.js';

export interface UnpairedBootstrapResult extends IntervalResult {
  readonly method: 'unpaired-percentile';
  readonly unit: 'run';
  readonly exact: true;
  /** Equally likely outcomes behind the interval: a^a · b^b. */
  readonly outcomes: number;
  readonly runs: { readonly a: number; readonly b: number };
}

const MOST_PAIRS = 2e7;
const MOST_RUNS = 10;

/**
 * Percentile interval of a difference of means when the runs of two arms are resampled apart, by full enumeration: all
 * a^a resamples of one arm with all b^b of the other (27 · 27 for 3 + 3). This is how intervals over a few seeds are
 * often printed. With so few runs it covers far less than its level (resamples vary by √((k − 1)/k) of what samples
 * do, and nothing makes up for the unknown spread), so a warning calls it descriptive; `runDifference` is the
 * interval to rely on.
 *
 * @param aRuns one score a run (2 to 10) @param bRuns likewise
 * @throws PawlError `bad-input` for fewer than two or more than ten runs an arm, or scores that are not finite
 * @example
 * const share = (count: number) => count / 40;
 * unpairedBootstrapOfRuns([27, 29, 30].map(share), [27, 28, 29].map(share)); // low -0.025, high 0.0583…
 */
export function unpairedBootstrapOfRuns(
  aRuns: readonly number[],
  bRuns: readonly number[],
  options: { readonly level?: number } = {},
): UnpairedBootstrapResult {
  requireKnownOptions(options, ['level'], 'unpairedBootstrapOfRuns');
  requireNumbers(aRuns, 'aRuns', 2);
  requireNumbers(bRuns, 'bRuns', 2);
  const level = requireLevel(options.level ?? 0.95);
  const most = Math.max(aRuns.length, bRuns.length);
  if (most > MOST_RUNS) {
    throw new PawlError('bad-input', `${most} runs in an arm: full enumeration reaches ${MOST_RUNS}`, {
      hint: 'use runDifference',
    });
  }
  const lattice = toLattice([...aRuns, ...bRuns]);
  const values = lattice?.multiples ?? [...aRuns, ...bRuns];
  const a = resampledSums(values.slice(0, aRuns.length));
  const b = resampledSums(values.slice(aRuns.length));
  if (a.size * b.size > MOST_PAIRS) {
    throw new PawlError('bad-input', `${a.size} × ${b.size} different outcomes are too many to enumerate`, {
      hint: 'use runDifference',
    });
  }

  // Over a common denominator the differences of whole sums stay whole, and ties meet.
  const shareOf = new Map<number, number>();
  for (const [aSum, aShare] of a) {
    for (const [bSum, bShare] of b) {
      const difference = aSum * bRuns.length - bSum * aRuns.length;
      shareOf.set(difference, (shareOf.get(difference) ?? 0) + aShare * bShare);
    }
  }
  const differences = Float64Array.from(shareOf.keys()).sort();
  const shares = differences.map((difference) => shareOf.get(difference) ?? 0);
  const scale = (lattice?.unit ?? 1) / (aRuns.length * bRuns.length);
  const resampled = exactlyResampled(differences, shares, { below: 0, at: 0 });
  const tail = (1 - level) / 2;
  const sum = (runs: readonly number[]): number => runs.reduce((total, run) => total + run, 0);
  return {
    method: 'unpaired-percentile',
    unit: 'run',
    n: aRuns.length + bRuns.length,
    estimate:
      (sum(values.slice(0, aRuns.length)) * bRuns.length - sum(values.slice(aRuns.length)) * aRuns.length) *
      scale,
    low: resampled.quantile(tail) * scale,
    high: resampled.quantile(1 - tail) * scale,
    level,
    exact: true,
    outcomes: aRuns.length ** aRuns.length * bRuns.length ** bRuns.length,
    runs: { a: aRuns.length, b: bRuns.length },
    warnings: warningsOf(aRuns.length, bRuns.length, differences.length),
  };
}

/** The sums of all k^k resamples of k values with their shares, by multisets. */
function resampledSums(values: readonly number[]): Map<number, number> {
  const count = values.length;
  const shares = new Map<number, number>();
  const place = (at: number, left: number, sum: number, share: number): void => {
    const value = values[at] ?? 0;
    if (at === count - 1) {
      const total = sum + left * value;
      shares.set(total, (shares.get(total) ?? 0) + share);
      return;
    }
    // `taken` of the draws that are left fall on this value: left! / (taken! (left − taken)!) ways.
    let ways = 1;
    for (let taken = 0; taken <= left; taken++) {
      place(at + 1, left - taken, sum + taken * value, share * ways);
      ways = (ways * (left - taken)) / (taken + 1);
    }
  };
  place(0, count, 0, count ** -count);
  return shares;
}

function warningsOf(a: number, b: number, outcomes: number): StatWarning[] {
  const warnings: StatWarning[] = [];
  if (Math.min(a, b) < 3) {
    const message = `${a} and ${b} runs: fewer than three an arm show no spread to speak of`;
    warnings.push({ code: 'few-runs', message });
  }
  if (outcomes === 1) {
    warnings.push({
      code: 'zero-variance',
      message: 'the runs of either arm do not differ: the interval is a point',
    });
  } else {
    const message = `a bootstrap over ${a} + ${b} runs describes these runs and covers less than its level; see runDifference`;
    warnings.push({ code: 'descriptive', message });
  }
  return warnings;
}
