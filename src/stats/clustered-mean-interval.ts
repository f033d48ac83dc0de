import { PawlError } from '../errors.js';
import type { IntervalResult, Unit } from './result.js';

export interface ClusteredValues {
  readonly values: readonly number[];
  /** The cluster (task) of each value. */
  readonly clusters: readonly string[];
}

export interface ClusteredMeanOptions {
  readonly level?: number;
  /** What a cluster is; 'task' unless told. */
  readonly unit?: Unit;
}

export interface ClusteredMeanResult extends IntervalResult {
  readonly method: 'clustered-t';
  readonly standardError: number;
  readonly df: number;
  readonly clusters: number;
  /** Values in all clusters. */
  readonly values: number;
}

export function clusteredMeanInterval(
  data: ClusteredValues,
  options: ClusteredMeanOptions = {},
): ClusteredMeanResult {
  void data;
  void options;
  throw new PawlError('environment', 'not built yet');
}
