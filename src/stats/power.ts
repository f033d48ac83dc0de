import { PawlError } from '../errors.js';
import type { Alternative, Computation, StatResult } from './result.js';

/** McNemar's exact test on n pairs: computed by enumeration. */
export interface McNemarDesign {
  readonly test: 'mcnemar';
  readonly pairs: number;
  /** Share of the pairs on which the arms differ. */
  readonly discordant: number;
}

/** Task sign-flip on tasks × seeds: simulated. */
export interface SignFlipDesign {
  readonly test: 'sign-flip';
  readonly tasks: number;
  readonly seeds: number;
  /** Mean pass rate of arm b. */
  readonly baseline: number;
  /** Intraclass correlation of the pass rates between tasks, 0.3 unless told. */
  readonly icc?: number;
}

/** Welch's t between learning runs: simulated. */
export interface RunDesign {
  readonly test: 'runs';
  readonly runs: number;
  /** Standard deviation between runs. */
  readonly sd: number;
}

export type PowerDesign = McNemarDesign | SignFlipDesign | RunDesign;

export interface PowerOptions {
  readonly alpha?: number;
  readonly alternative?: Alternative;
  /** Reject by mid-p (ignored by 'runs'). */
  readonly midP?: boolean;
  readonly simulations?: number;
  readonly seed?: number;
}

export interface PowerResult extends StatResult, Computation {
  readonly power: number;
  /** Monte Carlo standard error of the power; 0 when exact. */
  readonly standardError: number;
  readonly effect: number;
  readonly alpha: number;
}

export function power(
  design: PowerDesign & { readonly effect: number },
  options: PowerOptions = {},
): PowerResult {
  void design;
  void options;
  throw new PawlError('environment', 'not built yet');
}
