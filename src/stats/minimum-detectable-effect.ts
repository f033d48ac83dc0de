import { PawlError } from '../errors.js';
import type { PowerDesign, PowerOptions } from './power.js';
import type { Computation, StatResult } from './result.js';

export interface DetectableOptions extends PowerOptions {
  /** Power to reach, 0.8 unless told. */
  readonly power?: number;
}

export interface DetectableEffectResult extends StatResult, Computation {
  /** Smallest effect found with at least that power; null when no effect has it. */
  readonly effect: number | null;
  /** Power at that effect (at the largest possible effect when it is null). */
  readonly power: number;
  readonly alpha: number;
}

export function minimumDetectableEffect(design: PowerDesign & DetectableOptions): DetectableEffectResult {
  void design;
  throw new PawlError('environment', 'not built yet');
}
