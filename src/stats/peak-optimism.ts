import { PawlError } from '../errors.js';
import type { StatResult } from './result.js';

export interface PeakDesign {
  /** Rounds over which the maximum is taken. */
  readonly rounds: number;
  /** Tasks a round is scored on. */
  readonly tasks: number;
  /** The pass rate that never changes: one for all tasks, or one a task. */
  readonly rate: number | readonly number[];
  /** A peak that was observed, as a share of the tasks. */
  readonly observedPeak?: number;
}

export interface PeakOptimismResult extends StatResult {
  readonly method: 'exact-binomial' | 'exact-poisson-binomial';
  readonly unit: 'round';
  readonly exact: true;
  readonly rate: number;
  /** Expected maximum over the rounds, and how much of it is noise. */
  readonly expectedPeak: number;
  readonly optimism: number;
  readonly standardDeviation: number;
  /** Central interval of the maximum under no learning. */
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** P(maximum ≥ observed peak) with no learning, and its mid-p; null without an observed peak. */
  readonly pValue: number | null;
  readonly midP: number | null;
}

export function peakOptimism(
  design: PeakDesign,
  options: { readonly level?: number } = {},
): PeakOptimismResult {
  void design;
  void options;
  throw new PawlError('environment', 'not built yet');
}
