import { PawlError } from '../errors.js';
import { requireCount, requireNumbers } from './checks.js';
import { meanAndVariance } from './numeric/moments.js';
import type { StatResult } from './result.js';

export interface LastRoundsResult extends StatResult {
  readonly method: 'mean-of-last-rounds';
  readonly unit: 'round';
  readonly mean: number;
  /** Spread between those rounds (sample sd): noise within one run, not an error of the mean. Null for one round. */
  readonly standardDeviation: number | null;
  readonly peak: number;
  /** The whole series' peak minus the mean of its last rounds. */
  readonly belowPeak: number;
}

/**
 * Mean of the last k rounds of one run, a summary that is fixed beforehand and so free of the optimism of a peak. The
 * rounds of a run are not replicates: compare runs with `runDifference`, one number a run.
 *
 * @param series one score a round, in order
 * @param k rounds to take
 * @throws PawlError `bad-input` for a k that is not a whole number from 1 to the length, or scores that are not finite
 * @example
 * lastRounds([0.25, 0.5, 0.75, 0.5, 0.7], 2) // mean 0.6, peak 0.75, belowPeak 0.15
 */
export function lastRounds(series: readonly number[], k: number): LastRoundsResult {
  requireNumbers(series, 'series');
  requireCount(k, 'k', 1);
  if (k > series.length) {
    throw new PawlError('bad-input', `k: got ${k}, but the series has only ${series.length} rounds`);
  }
  const { mean, variance } = meanAndVariance(series.slice(-k));
  const peak = Math.max(...series);
  return {
    method: 'mean-of-last-rounds',
    unit: 'round',
    n: k,
    mean,
    standardDeviation: k === 1 ? null : Math.sqrt(variance),
    peak,
    belowPeak: peak - mean,
    warnings: [],
  };
}
