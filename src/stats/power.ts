import { PawlError } from '../errors.js';
import {
  requireCount,
  requireKnownOptions,
  requireLevel,
  requireOneOf,
  requireProbability,
} from './checks.js';
import { mcnemarPower, runPower, signFlipPower } from './numeric/power-of.js';
import type { Alternative, Computation, StatResult, StatWarning, Unit } from './result.js';

/** McNemar's exact test on independent pairs: computed by enumeration. */
export interface McNemarDesign {
  readonly test: 'mcnemar';
  readonly pairs: number;
  /** Share of the pairs on which the arms differ. The effect is the share corrected minus the share broken. */
  readonly discordant: number;
}

/** Task sign-flip on tasks × seeds of pass or fail: simulated. */
export interface SignFlipDesign {
  readonly test: 'sign-flip';
  readonly tasks: number;
  readonly seeds: number;
  /** Mean pass rate of arm b. The effect is the mean pass rate of arm a minus it. */
  readonly baseline: number;
  /** Intraclass correlation of a task's seeds, 0.3 unless told: how much pass rates differ between tasks. */
  readonly icc?: number;
}

/** Welch's t between learning runs with normal scores: simulated. */
export interface RunDesign {
  readonly test: 'runs';
  /** Runs of each arm. */
  readonly runs: number;
  /** Standard deviation between runs. The effect is the difference of the means. */
  readonly sd: number;
}

export type PowerDesign = McNemarDesign | SignFlipDesign | RunDesign;

export interface PowerOptions {
  /** 0.05 unless told. */
  readonly alpha?: number;
  /** 'two-sided' unless told. */
  readonly alternative?: Alternative;
  /** Reject by mid-p (not for 'runs'). */
  readonly midP?: boolean;
  /** 4,000 unless told. */
  readonly simulations?: number;
  /** 1 unless told. */
  readonly seed?: number;
}

export interface PowerResult extends StatResult, Computation {
  readonly method: 'enumeration' | 'simulation';
  readonly power: number;
  /** Monte Carlo standard error of the power; 0 when exact. */
  readonly standardError: number;
  readonly effect: number;
  readonly alpha: number;
}

const MOST_PAIRS = 5000;

/**
 * Power: the chance that a test rejects at `alpha` when the effect is real.
 *
 * - 'mcnemar': Σ over discordant counts m ~ Binomial(pairs, discordant) and corrected counts b ~ Binomial(m, share
 *   corrected) of the outcomes that the exact test rejects.
 * - 'sign-flip': tasks draw pass rates θ from a Beta with mean `baseline` and the given intraclass correlation; arm b
 *   passes with θ, arm a with θ moved towards 1 (or 0) by the same share of its distance for every task, which moves
 *   the mean by the effect; the seeds are averaged and the task differences tested exactly.
 * - 'runs': normal scores, Welch's test.
 *
 * @throws PawlError `bad-input` for shares outside [0, 1], counts that are not whole, or an effect that cannot occur
 * @example
 * power({ test: 'mcnemar', pairs: 40, discordant: 0.3, effect: 0.2 }).power // 0.5673794537450316
 */
export function power(
  design: PowerDesign & { readonly effect: number },
  options: PowerOptions = {},
): PowerResult {
  requireKnownOptions(options, ['alpha', 'alternative', 'midP', 'simulations', 'seed'], 'power');
  const settings = {
    alpha: requireLevel(options.alpha ?? 0.05),
    alternative: requireOneOf(
      options.alternative ?? 'two-sided',
      ['two-sided', 'greater', 'less'],
      'alternative',
    ),
    midP: options.midP ?? false,
    simulations: requireCount(options.simulations ?? 4000, 'simulations', 1),
    seed: requireCount(options.seed ?? 1, 'seed'),
  };
  const largest = largestEffect(design, Math.sign(design.effect));
  if (!(Math.abs(design.effect) <= largest + 1e-12)) {
    throw new PawlError(
      'bad-input',
      `effect: got ${String(design.effect)}, this design allows at most ${largest}`,
    );
  }
  const [rejected, unit, n] = rejectionRate(design, settings);
  const exact = design.test === 'mcnemar';
  return {
    method: exact ? 'enumeration' : 'simulation',
    unit,
    n,
    power: rejected,
    standardError: exact ? 0 : Math.sqrt((rejected * (1 - rejected)) / settings.simulations),
    effect: design.effect,
    alpha: settings.alpha,
    exact,
    resamples: exact ? null : settings.simulations,
    seed: exact ? null : settings.seed,
    warnings: trapsIn(design),
  };
}

/** The largest effect in a direction that the design leaves room for. */
export function largestEffect(design: PowerDesign, direction: number): number {
  requireOneOf(design.test, ['mcnemar', 'sign-flip', 'runs'], 'test');
  switch (design.test) {
    case 'mcnemar':
      return requireProbability(design.discordant, 'discordant');
    case 'sign-flip':
      return direction < 0
        ? requireProbability(design.baseline, 'baseline')
        : 1 - requireProbability(design.baseline, 'baseline');
    case 'runs':
      return Infinity;
  }
}

function rejectionRate(
  design: PowerDesign & { readonly effect: number },
  settings: Required<PowerOptions>,
): [rate: number, unit: Unit, n: number] {
  switch (design.test) {
    case 'mcnemar': {
      const pairs = requireCount(design.pairs, 'pairs', 1);
      if (pairs > MOST_PAIRS)
        throw new PawlError('bad-input', `pairs: got ${pairs}, expected at most ${MOST_PAIRS}`);
      return [mcnemarPower(pairs, design.discordant, design.effect, settings), 'pair', pairs];
    }
    case 'sign-flip': {
      const tasks = requireCount(design.tasks, 'tasks', 1);
      const seeds = requireCount(design.seeds, 'seeds', 1);
      const icc = requireProbability(design.icc ?? 0.3, 'icc');
      const rates = { baseline: design.baseline, icc, effect: design.effect };
      return [signFlipPower(tasks, seeds, rates, settings), 'task', tasks];
    }
    case 'runs': {
      const runs = requireCount(design.runs, 'runs', 2);
      if (!(design.sd > 0 && Number.isFinite(design.sd))) {
        throw new PawlError('bad-input', `sd: got ${String(design.sd)}, expected a number above 0`);
      }
      return [runPower(runs, design.effect / design.sd, settings), 'run', 2 * runs];
    }
  }
}

function trapsIn(design: PowerDesign): StatWarning[] {
  if (design.test === 'runs' && design.runs < 3) {
    return [
      {
        code: 'few-runs',
        message: `${design.runs} runs an arm: fewer than three show no spread to speak of`,
      },
    ];
  }
  return [];
}
