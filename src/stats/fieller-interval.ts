import { PawlError } from '../errors.js';
import type { StatResult, Unit } from './result.js';

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
  readonly level?: number;
  /** true: the i-th values belong together; false (unless told): two independent samples. */
  readonly paired?: boolean;
  readonly unit?: Unit;
}

export interface FiellerResult extends StatResult {
  readonly method: 'fieller';
  readonly estimate: number;
  readonly interval: RatioSet;
  readonly level: number;
  readonly df: number;
}

export function fiellerInterval(samples: RatioSamples, options: FiellerOptions = {}): FiellerResult {
  void samples;
  void options;
  throw new PawlError('environment', 'not built yet');
}
