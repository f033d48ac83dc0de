import { PawlError } from '../errors.js';
import type { BootstrapMethod } from './bootstrap-interval.js';
import type { ClusteredValues } from './clustered-mean-interval.js';
import type { Computation, IntervalResult, Unit } from './result.js';

export interface ClusteredBootstrapOptions {
  /** 'bca' unless told. */
  readonly method?: Exclude<BootstrapMethod, 'studentised'>;
  readonly level?: number;
  readonly resamples?: number;
  readonly seed?: number;
  readonly exact?: boolean;
  readonly unit?: Unit;
}

export interface ClusteredBootstrapResult extends IntervalResult, Computation {
  readonly method: Exclude<BootstrapMethod, 'studentised'>;
  readonly clusters: number;
  readonly values: number;
}

export function clusteredBootstrapInterval(
  data: ClusteredValues,
  options: ClusteredBootstrapOptions = {},
): ClusteredBootstrapResult {
  void data;
  void options;
  throw new PawlError('environment', 'not built yet');
}
