import { PawlError } from '../errors.js';
import type { Computation, IntervalResult, Unit } from './result.js';

export type BootstrapMethod = 'percentile' | 'bca' | 'expanded-percentile' | 'studentised';

export interface BootstrapOptions {
  readonly statistic?: 'mean' | ((sample: readonly number[]) => number);
  /** 'bca' unless told. */
  readonly method?: BootstrapMethod;
  readonly level?: number;
  readonly resamples?: number;
  readonly seed?: number;
  /** true: refuse to sample; false: sample even where exact is possible. */
  readonly exact?: boolean;
  readonly unit?: Unit;
  /** The task of each value; a task that occurs twice is reported as a trap. */
  readonly tasks?: readonly string[];
}

export interface BootstrapIntervalResult extends IntervalResult, Computation {
  readonly method: BootstrapMethod;
}

export function bootstrapInterval(
  sample: readonly number[],
  options: BootstrapOptions = {},
): BootstrapIntervalResult {
  void sample;
  void options;
  throw new PawlError('environment', 'not built yet');
}
