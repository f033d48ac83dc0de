import { PawlError } from '../errors.js';
import type { ClusteredValues } from './clustered-mean-interval.js';
import type { IntervalResult } from './result.js';

export interface IntraclassResult extends IntervalResult {
  readonly method: 'one-way-anova';
  readonly unit: 'task';
  /** 1 + (m − 1) · ICC, m the (adjusted) mean number of seeds a task. */
  readonly designEffect: number;
  /** Values divided by the design effect. */
  readonly effectiveN: number;
  readonly values: number;
  readonly meanSquareBetween: number;
  readonly meanSquareWithin: number;
}

export function intraclassCorrelation(
  data: ClusteredValues,
  options: { readonly level?: number } = {},
): IntraclassResult {
  void data;
  void options;
  throw new PawlError('environment', 'not built yet');
}
