import { PawlError } from '../errors.js';
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

export function lastRounds(series: readonly number[], k: number): LastRoundsResult {
  void series;
  void k;
  throw new PawlError('environment', 'not built yet');
}
