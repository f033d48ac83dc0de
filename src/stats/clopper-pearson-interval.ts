import { PawlError } from '../errors.js';
import type { IntervalResult, Unit } from './result.js';
import type { RateCounts } from './wilson-interval.js';

export interface ClopperPearsonOptions {
  readonly level?: number;
  readonly unit?: Unit;
  /** Mid-p version: shorter, covers on average instead of at least. */
  readonly midP?: boolean;
}

export interface ClopperPearsonResult extends IntervalResult {
  readonly method: 'clopper-pearson' | 'clopper-pearson-mid-p';
  readonly exact: true;
}

export function clopperPearsonInterval(
  counts: RateCounts,
  options: ClopperPearsonOptions = {},
): ClopperPearsonResult {
  void counts;
  void options;
  throw new PawlError('environment', 'not built yet');
}
