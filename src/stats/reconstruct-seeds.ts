import { PawlError } from '../errors.js';
import type { StatWarning } from './result.js';

export interface PrintedMeanAndSd {
  /** As printed: the decimals count. */
  readonly mean: string;
  readonly sd: string;
  /** Items behind each seed's score; several candidates are allowed. */
  readonly n: number | readonly number[];
  readonly seeds: number;
  /** 'sample' unless told. */
  readonly sd_kind?: 'sample' | 'population';
}

export interface ReconstructedSeeds {
  readonly method: 'grim-mean-and-sd';
  readonly unit: 'run';
  readonly sd_kind: 'sample' | 'population';
  /** Counts out of n that round to the printed mean and sd, each ascending, for all n together. */
  readonly triples: readonly (readonly number[])[];
  readonly possible: boolean;
  /** The same by denominator. */
  readonly candidates: readonly { readonly n: number; readonly triples: readonly (readonly number[])[] }[];
  readonly warnings: readonly StatWarning[];
}

export function reconstructSeeds(printed: PrintedMeanAndSd): ReconstructedSeeds {
  void printed;
  throw new PawlError('environment', 'not built yet');
}
