import { PawlError } from '../errors.js';
import type { ClusteredValues } from './clustered-mean-interval.js';
import type { IntervalResult, Unit } from './result.js';

export interface RateCounts {
  readonly passes: number;
  readonly trials: number;
}

export interface RateOptions {
  readonly level?: number;
  readonly unit?: Unit;
}

export interface WilsonResult extends IntervalResult {
  readonly method: 'wilson' | 'wilson-effective-n';
  /** Independent trials that the data are worth; equals the trials without clusters. */
  readonly effectiveN: number;
  readonly trials: number;
  /** Variance against independent trials; null without clusters. */
  readonly designEffect: number | null;
}

export function wilsonInterval(data: RateCounts | ClusteredValues, options: RateOptions = {}): WilsonResult {
  void data;
  void options;
  throw new PawlError('environment', 'not built yet');
}
