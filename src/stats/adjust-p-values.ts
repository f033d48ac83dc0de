import { PawlError } from '../errors.js';
import type { StatWarning } from './result.js';

export type AdjustMethod = 'holm' | 'hochberg' | 'bh' | 'by';

export interface AdjustedPValues {
  readonly method: AdjustMethod;
  /** Number of hypotheses. */
  readonly n: number;
  /** In the order of the input. */
  readonly adjusted: readonly number[];
  /** What the method controls. */
  readonly controls: 'family-wise error rate' | 'false discovery rate';
  readonly warnings: readonly StatWarning[];
}

export function adjustPValues(pValues: readonly number[], method: AdjustMethod): AdjustedPValues {
  void pValues;
  void method;
  throw new PawlError('environment', 'not built yet');
}
