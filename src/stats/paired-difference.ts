import { PawlError } from '../errors.js';
import type { BootstrapMethod } from './bootstrap-interval.js';
import type { Alternative, IntervalResult, StatResult } from './result.js';
import type { SignFlipResult } from './sign-flip-test.js';

export interface PairedScores {
  /** The task of each row; several rows (seeds) of a task are averaged first. */
  readonly tasks: readonly string[];
  readonly a: readonly number[];
  readonly b: readonly number[];
}

export interface PairedDifferenceOptions {
  readonly level?: number;
  readonly alternative?: Alternative;
  /** 't' unless told: the t interval of the task means. */
  readonly interval?: 't' | Exclude<BootstrapMethod, 'studentised'>;
  /** What the rows of one task are: draws of one system, or outcomes of whole learning runs. */
  readonly replicates?: 'draws' | 'learning-runs';
  readonly seed?: number;
  readonly resamples?: number;
}

export interface PairedDifferenceResult extends StatResult {
  readonly method: 'task-means';
  readonly unit: 'task';
  /** Mean of a minus mean of b, every task with the same weight. */
  readonly difference: number;
  readonly meanA: number;
  readonly meanB: number;
  readonly interval: IntervalResult;
  readonly test: SignFlipResult;
  /** The differences that were tested, by task, tasks sorted. */
  readonly taskDifferences: readonly { readonly task: string; readonly difference: number }[];
  /** Rows of the task with the fewest and the most. */
  readonly seeds: { readonly fewest: number; readonly most: number };
}

export function pairedDifference(
  scores: PairedScores,
  options: PairedDifferenceOptions = {},
): PairedDifferenceResult {
  void scores;
  void options;
  throw new PawlError('environment', 'not built yet');
}
