import { PawlError } from '../errors.js';
import type { Alternative, Computation, TestResult, Unit } from './result.js';

export interface SignFlipOptions {
  readonly alternative?: Alternative;
  readonly method?: 'auto' | 'exact' | 'monte-carlo';
  /** Monte Carlo only; 100,000 unless told. */
  readonly resamples?: number;
  readonly seed?: number;
  /** The task of each difference; a task that occurs twice is reported as a trap. */
  readonly tasks?: readonly string[];
  /** States what each difference stands for, and so silences the guess that they are verdicts. */
  readonly unit?: Unit;
}

export interface SignFlipResult extends TestResult, Computation {
  readonly method: 'exact' | 'monte-carlo';
  readonly algorithm: 'lattice' | 'meet-in-the-middle' | 'monte-carlo';
}

export function signFlipTest(differences: readonly number[], options: SignFlipOptions = {}): SignFlipResult {
  void differences;
  void options;
  throw new PawlError('environment', 'not built yet');
}
