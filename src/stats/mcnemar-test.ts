import { PawlError } from '../errors.js';
import type { Alternative, TestResult, Unit } from './result.js';

export interface McNemarCounts {
  /** Pairs that the first arm fails and the second passes. */
  readonly corrected: number;
  /** Pairs that the first arm passes and the second fails. */
  readonly broken: number;
}

export interface McNemarOptions {
  readonly alternative?: Alternative;
  /** What a pair is; 'verdict' unless told, which carries a warning, because several verdicts of a task are not independent. */
  readonly unit?: Unit;
}

export interface McNemarResult extends TestResult {
  readonly method: 'exact';
  readonly exact: true;
}

export function mcnemarTest(counts: McNemarCounts, options: McNemarOptions = {}): McNemarResult {
  void counts;
  void options;
  throw new PawlError('environment', 'not built yet');
}
