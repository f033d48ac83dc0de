import {
  requireCount,
  requireKnownOptions,
  requireLevel,
  requireNumbers,
  requireProbability,
} from './checks.js';
import { binomialPmf } from './numeric/binomial.js';
import type { StatResult } from './result.js';

export interface PeakDesign {
  /** Rounds over which the maximum is taken. */
  readonly rounds: number;
  /** Tasks a round is scored on. */
  readonly tasks: number;
  /** The pass rate that never changes: one for all tasks, or one a task. */
  readonly rate: number | readonly number[];
  /** A peak that was observed, as a share of the tasks. */
  readonly observedPeak?: number;
}

export interface PeakOptimismResult extends StatResult {
  readonly method: 'exact-binomial' | 'exact-poisson-binomial';
  readonly unit: 'round';
  readonly exact: true;
  readonly rate: number;
  /** Expected maximum over the rounds, and how much of it is noise. */
  readonly expectedPeak: number;
  readonly optimism: number;
  /** Standard deviation of the maximum, and of a single round. */
  readonly standardDeviation: number;
  readonly roundStandardDeviation: number;
  /** Central interval of the maximum under no learning. */
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** P(maximum ≥ observed peak) with no learning, and its mid-p; null without an observed peak. */
  readonly pValue: number | null;
  readonly midP: number | null;
}

/**
 * How much of a peak is the maximum over a noisy set: with nothing learned, a round passes Binomial(tasks, rate) of the
 * tasks (Poisson-binomial when the rates differ), and the best of k independent rounds has P(max ≤ x) = F(x)^k, so
 * E[max] = Σ_x (1 − F(x)^k). Rates that differ between tasks make rounds less noisy, and so do rounds that share
 * their outputs. n is the number of rounds.
 *
 * @throws PawlError `bad-input` for counts that are not whole, rates outside [0, 1], or as many rates as not tasks
 * @example
 * peakOptimism({ rounds: 100, tasks: 40, rate: 0.27 }).optimism // 0.18403…
 */
export function peakOptimism(
  design: PeakDesign,
  options: { readonly level?: number } = {},
): PeakOptimismResult {
  requireKnownOptions(design, ['rounds', 'tasks', 'rate', 'observedPeak'], 'peakOptimism');
  requireKnownOptions(options, ['level'], 'peakOptimism');
  const rounds = requireCount(design.rounds, 'rounds', 1);
  const tasks = requireCount(design.tasks, 'tasks', 1);
  const level = requireLevel(options.level ?? 0.95);
  const rates = ratesOf(design.rate, tasks);
  const rate =
    typeof design.rate === 'number' ? design.rate : rates.reduce((sum, one) => sum + one, 0) / tasks;
  const shares =
    typeof design.rate === 'number'
      ? Float64Array.from({ length: tasks + 1 }, (_, passes) => binomialPmf(passes, tasks, rate))
      : poissonBinomial(rates);

  const exceeds = chanceThatPeakExceeds(shares, rounds);
  const expected = exceeds.reduce((sum, chance) => sum + chance, 0);
  const secondMoment = exceeds.reduce((sum, chance, passes) => sum + (2 * passes + 1) * chance, 0);
  const tail = (1 - level) / 2;
  const quantile = (share: number): number =>
    exceeds.findIndex((chance) => 1 - chance >= share - 1e-12) / tasks;
  const observed = design.observedPeak;
  return {
    method: typeof design.rate === 'number' ? 'exact-binomial' : 'exact-poisson-binomial',
    unit: 'round',
    n: rounds,
    exact: true,
    rate,
    expectedPeak: expected / tasks,
    optimism: expected / tasks - rate,
    standardDeviation: Math.sqrt(Math.max(0, secondMoment - expected * expected)) / tasks,
    roundStandardDeviation: Math.sqrt(rates.reduce((sum, one) => sum + one * (1 - one), 0)) / tasks,
    low: quantile(tail),
    high: quantile(1 - tail),
    level,
    ...(observed === undefined
      ? { pValue: null, midP: null }
      : pOf(exceeds, requireProbability(observed, 'observedPeak') * tasks)),
    warnings: [],
  };
}

function ratesOf(rate: number | readonly number[], tasks: number): readonly number[] {
  if (typeof rate === 'number') return new Array<number>(tasks).fill(requireProbability(rate, 'rate'));
  requireNumbers(rate, 'rate');
  requireCount(
    rate.length === tasks ? 1 : 0,
    `rate: ${rate.length} rates for ${tasks} tasks; their match`,
    1,
  );
  for (const [at, one] of rate.entries()) requireProbability(one, `rate[${at}]`);
  return rate;
}

/** The distribution of the number of passes when task i passes with its own rate. */
function poissonBinomial(rates: readonly number[]): Float64Array {
  const shares = new Float64Array(rates.length + 1);
  shares[0] = 1;
  for (const [at, rate] of rates.entries()) {
    for (let passes = at + 1; passes > 0; passes--) {
      shares[passes] = (shares[passes] ?? 0) * (1 - rate) + (shares[passes - 1] ?? 0) * rate;
    }
    shares[0] = (shares[0] ?? 0) * (1 - rate);
  }
  return shares;
}

/** P(maximum > x) for each x, 1 − F(x)^k, with the digits of small chances. */
function chanceThatPeakExceeds(shares: Float64Array, rounds: number): number[] {
  const exceeds = new Array<number>(shares.length).fill(0);
  let upper = 0;
  for (let passes = shares.length - 2; passes >= 0; passes--) {
    upper = Math.min(1, upper + (shares[passes + 1] ?? 0));
    exceeds[passes] = -Math.expm1(rounds * Math.log1p(-upper));
  }
  return exceeds;
}

function pOf(exceeds: readonly number[], observed: number): { pValue: number; midP: number } {
  const passes = Math.ceil(observed - 1e-9);
  const pValue = passes === 0 ? 1 : (exceeds[passes - 1] ?? 0);
  return { pValue, midP: (pValue + (exceeds[passes] ?? 0)) / 2 };
}
