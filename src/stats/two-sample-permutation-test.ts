import { PawlError } from '../errors.js';
import type { Alternative, Computation, TestResult, Unit } from './result.js';

export interface TwoSampleOptions {
  readonly alternative?: Alternative;
  readonly method?: 'auto' | 'exact' | 'monte-carlo';
  readonly resamples?: number;
  readonly seed?: number;
  readonly unit?: Unit;
}

export interface TwoSampleResult extends TestResult, Computation {
  readonly method: 'exact' | 'monte-carlo';
  readonly algorithm: 'lattice' | 'enumeration' | 'monte-carlo';
  /** Mean of a minus mean of b. */
  readonly statistic: number;
  readonly sizes: { readonly a: number; readonly b: number };
}

export function twoSamplePermutationTest(
  a: readonly number[],
  b: readonly number[],
  options: TwoSampleOptions = {},
): TwoSampleResult {
  void a;
  void b;
  void options;
  throw new PawlError('environment', 'not built yet');
}
