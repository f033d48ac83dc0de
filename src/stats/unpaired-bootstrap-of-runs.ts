import { PawlError } from '../errors.js';
import type { IntervalResult } from './result.js';

export interface UnpairedBootstrapResult extends IntervalResult {
  readonly method: 'unpaired-percentile';
  readonly unit: 'run';
  readonly exact: true;
  /** Equally likely outcomes behind the interval: a^a · b^b. */
  readonly outcomes: number;
  readonly runs: { readonly a: number; readonly b: number };
}

export function unpairedBootstrapOfRuns(
  aRuns: readonly number[],
  bRuns: readonly number[],
  options: { readonly level?: number } = {},
): UnpairedBootstrapResult {
  void aRuns;
  void bRuns;
  void options;
  throw new PawlError('environment', 'not built yet');
}
