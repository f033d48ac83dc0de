import { PawlError } from '../errors.js';
import type { StatResult } from './result.js';

export interface RunDifferenceOptions {
  readonly level?: number;
}

export interface RunDifferenceResult extends StatResult {
  readonly method: 'welch-t';
  readonly unit: 'run';
  /** Mean of the a runs minus mean of the b runs. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly standardError: number;
  readonly df: number;
  readonly pValue: number;
  /** Exact two-sample permutation p beside it. */
  readonly permutationP: number;
  readonly runs: { readonly a: number; readonly b: number };
}

export function runDifference(
  aRuns: readonly number[],
  bRuns: readonly number[],
  options: RunDifferenceOptions = {},
): RunDifferenceResult {
  void aRuns;
  void bRuns;
  void options;
  throw new PawlError('environment', 'not built yet');
}
