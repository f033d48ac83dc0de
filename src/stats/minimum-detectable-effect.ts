import { requireKnownOptions, requireLevel } from './checks.js';
import {
  largestEffect,
  power as powerOf,
  type PowerDesign,
  type PowerOptions,
  type PowerResult,
} from './power.js';
import type { Computation, StatResult } from './result.js';

export interface DetectableOptions extends PowerOptions {
  /** Power to reach, 0.8 unless told. */
  readonly power?: number;
}

export interface DetectableEffectResult extends StatResult, Computation {
  readonly method: 'enumeration' | 'simulation';
  /** Smallest effect with at least that power (to 0.0001; to 0.001, or 0.001 sd, when simulated); null when none has it. */
  readonly effect: number | null;
  /** Power at that effect (at the largest possible effect when it is null). */
  readonly power: number;
  readonly alpha: number;
}

/**
 * Minimum detectable effect: the smallest effect that a design finds with the given power, by halving the interval of
 * possible effects; `power` says what an effect is in each design. Simulated designs use the same random numbers at
 * every effect. For 'less' the effect is negative.
 *
 * @param design the design of `power` without its effect, with the options of `power` and the power to reach
 * @throws PawlError `bad-input` as `power` does
 * @example
 * minimumDetectableEffect({ test: 'mcnemar', pairs: 40, discordant: 0.3 }).effect // 0.2421…
 */
export function minimumDetectableEffect(design: PowerDesign & DetectableOptions): DetectableEffectResult {
  requireKnownOptions(
    design,
    [
      ...['alpha', 'alternative', 'midP', 'simulations', 'seed', 'power', 'test'],
      ...['pairs', 'discordant', 'tasks', 'seeds', 'baseline', 'icc', 'runs', 'sd'],
    ],
    'minimumDetectableEffect',
  );
  const { alpha, alternative, midP, simulations, seed, power, ...parameters } = design;
  const target = requireLevel(power ?? 0.8);
  const options: PowerOptions = {
    ...(alpha === undefined ? {} : { alpha }),
    ...(alternative === undefined ? {} : { alternative }),
    ...(midP === undefined ? {} : { midP }),
    ...(simulations === undefined ? {} : { simulations }),
    ...(seed === undefined ? {} : { seed }),
  };
  const direction = alternative === 'less' ? -1 : 1;
  const at = (effect: number): PowerResult => powerOf({ ...parameters, effect: direction * effect }, options);

  const unit = parameters.test === 'runs' ? parameters.sd : 1;
  // A thousand standard deviations stand for "as large as you like".
  let high = Math.min(largestEffect(parameters, direction), 1000 * unit);
  let found = at(high);
  const reached = found.power >= target;
  const precision = parameters.test === 'mcnemar' ? 1e-4 : 1e-3 * unit;
  for (let low = 0; reached && high - low > precision;) {
    const middle = (low + high) / 2;
    const result = at(middle);
    if (result.power >= target) [high, found] = [middle, result];
    else low = middle;
  }
  return {
    method: found.method,
    unit: found.unit,
    n: found.n,
    effect: reached ? direction * high : null,
    power: found.power,
    alpha: found.alpha,
    exact: found.exact,
    resamples: found.resamples,
    seed: found.seed,
    warnings: reached
      ? found.warnings
      : [
          ...found.warnings,
          {
            code: 'not-reached',
            message: `even the largest possible effect has power ${found.power.toFixed(3)}, below ${target}`,
          },
        ],
  };
}
