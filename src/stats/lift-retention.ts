import { PawlError } from '../errors.js';
import type { RatioSet } from './fieller-interval.js';
import type { StatResult } from './result.js';

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
  readonly level?: number;
  readonly definition?: RetentionDefinition;
  /** For 'common-baseline'. */
  readonly commonBaseline?: number;
}

export interface LiftRetentionResult extends StatResult {
  readonly method: 'ratio-of-means' | 'mean-of-ratios';
  readonly unit: 'run';
  readonly retention: number;
  /** The numerator and denominator of the retention. */
  readonly coLift: number;
  readonly referenceLift: number;
  /** Fieller's set; null when there are too few runs (or only means) to estimate it. */
  readonly interval: RatioSet | null;
  readonly level: number;
  readonly definition: RetentionDefinition;
}

export function liftRetention(
  arms: { readonly reference: Lift; readonly co: Lift },
  options: LiftRetentionOptions = {},
): LiftRetentionResult {
  void arms;
  void options;
  throw new PawlError('environment', 'not built yet');
}
