import { randomWords } from '../../random.js';
import type { Alternative } from '../result.js';
import { betaQuantile } from './beta.js';
import { binomialCdf, binomialPmf, binomialUpper } from './binomial.js';
import { normalQuantile } from './normal.js';
import { meanAndVariance } from './moments.js';
import { studentTCdf } from './student-t.js';
import { latticeTail } from './subset-sums.js';

/** How a test rejects, and how often to simulate it. */
export interface RejectionRule {
  readonly alpha: number;
  readonly alternative: Alternative;
  readonly midP: boolean;
  readonly simulations: number;
  readonly seed: number;
}

/** p-values this near to alpha reject: alpha = 1/32 must not hang on the last digit. */
const P_NOISE = 1e-12;

/** One p-value from the tail of the smaller side; `lead` is the sign of the observed effect. */
function rejects(
  tail: { below: number; at: number },
  lead: number,
  { alpha, alternative, midP }: RejectionRule,
): boolean {
  const weight = midP ? 0.5 : 1;
  const small = tail.below + weight * tail.at;
  const p =
    alternative === 'two-sided'
      ? lead === 0
        ? 1
        : 2 * tail.below + (midP ? 1 : 2) * tail.at
      : lead === 0 || lead > 0 === (alternative === 'greater')
        ? small
        : 1 - tail.below - (midP ? 0.5 : 0) * tail.at;
  return p <= alpha + P_NOISE;
}

/** Exact power of McNemar's exact test, over all counts of discordant and corrected pairs. */
export function mcnemarPower(pairs: number, discordant: number, effect: number, rule: RejectionRule): number {
  const corrected =
    discordant === 0 ? 0.5 : Math.min(1, Math.max(0, (discordant + effect) / (2 * discordant)));
  let power = 0;
  let critical = -1;
  for (let differing = 0; differing <= pairs; differing++) {
    // With one pair more the critical count stays or rises, so it is followed, not searched.
    while (critical < differing && smallTailRejects(critical + 1, differing, rule)) critical++;
    const share = binomialPmf(differing, pairs, discordant);
    if (critical < 0 || share < 1e-18) continue;
    const few = rule.alternative === 'greater' ? 0 : binomialCdf(critical, differing, corrected);
    const many = rule.alternative === 'less' ? 0 : binomialUpper(differing - critical, differing, corrected);
    power += share * (few + many);
  }
  return Math.min(1, power);
}

/** Whether a count this small among fair coins (a count this large, by symmetry) is rejected. */
function smallTailRejects(
  count: number,
  coins: number,
  { alpha, alternative, midP }: RejectionRule,
): boolean {
  if (alternative === 'two-sided' && 2 * count >= coins) return false;
  const tail = binomialCdf(count - 1, coins, 0.5) + (midP ? 0.5 : 1) * binomialPmf(count, coins, 0.5);
  return (alternative === 'two-sided' ? 2 : 1) * tail <= alpha + P_NOISE;
}

/** Grid of equally likely pass rates that stands for the Beta between tasks. */
const RATE_GRID = 1024;

/** Simulated power of the task sign-flip on tasks × seeds. */
export function signFlipPower(
  tasks: number,
  seeds: number,
  { baseline, icc, effect }: { baseline: number; icc: number; effect: number },
  rule: RejectionRule,
): number {
  const rates = rateGrid(baseline, icc);
  const moved = rates.map((rate) =>
    effect >= 0
      ? rate + (effect * (1 - rate)) / Math.max(1 - baseline, 1e-300)
      : rate + (effect * rate) / Math.max(baseline, 1e-300),
  );
  const uniforms = new Float64Array(tasks * (1 + 2 * seeds));
  const fill = uniformSource(rule.seed, 'power', 'sign-flip', tasks, seeds);
  let rejected = 0;
  for (let simulation = 0; simulation < rule.simulations; simulation++) {
    fill(uniforms);
    const sizes: number[] = [];
    let positive = 0;
    let negative = 0;
    let next = 0;
    for (let task = 0; task < tasks; task++) {
      const place = Math.floor((uniforms[next++] ?? 0) * RATE_GRID);
      const rateB = rates[place] ?? 0;
      const rateA = moved[place] ?? 0;
      let difference = 0;
      for (let seed = 0; seed < seeds; seed++) {
        difference += +((uniforms[next++] ?? 0) < rateA) - +((uniforms[next++] ?? 0) < rateB);
      }
      if (difference === 0) continue;
      sizes.push(Math.abs(difference));
      if (difference > 0) positive += difference;
      else negative -= difference;
    }
    const tail = latticeTail(sizes, Math.min(positive, negative));
    if (rejects(tail, Math.sign(positive - negative), rule)) rejected++;
  }
  return rejected / rule.simulations;
}

/** Mid-points of equally likely slices of Beta with this mean and intraclass correlation 1/(a + b + 1). */
function rateGrid(mean: number, icc: number): number[] {
  if (icc === 0 || mean === 0 || mean === 1) return new Array<number>(RATE_GRID).fill(mean);
  const places = Array.from({ length: RATE_GRID }, (_, at) => (at + 0.5) / RATE_GRID);
  if (icc === 1) return places.map((place) => (place < 1 - mean ? 0 : 1));
  const strength = 1 / icc - 1;
  const rates = places.map((place) => betaQuantile(place, mean * strength, (1 - mean) * strength));
  // The grid's own mean is a little off; spread over the grid it would shift every effect.
  const off = mean - rates.reduce((sum, rate) => sum + rate, 0) / RATE_GRID;
  return rates.map((rate) => Math.min(1, Math.max(0, rate + off)));
}

/** Simulated power of Welch's test between two arms of normal runs that differ by `shift` standard deviations. */
export function runPower(runs: number, shift: number, rule: RejectionRule): number {
  const uniforms = new Float64Array(2 * runs);
  const fill = uniformSource(rule.seed, 'power', 'runs', runs);
  let rejected = 0;
  for (let simulation = 0; simulation < rule.simulations; simulation++) {
    fill(uniforms);
    const scores = Array.from(uniforms, (uniform) => normalQuantile(uniform));
    const a = meanAndVariance(scores.slice(0, runs));
    const b = meanAndVariance(scores.slice(runs));
    const error = (a.variance + b.variance) / runs;
    const df = (error * runs) ** 2 / ((a.variance ** 2 + b.variance ** 2) / (runs - 1));
    const t = (a.mean + shift - b.mean) / Math.sqrt(error);
    const p =
      rule.alternative === 'two-sided'
        ? 2 * studentTCdf(-Math.abs(t), df)
        : studentTCdf(rule.alternative === 'greater' ? -t : t, df);
    if (p <= rule.alpha + P_NOISE) rejected++;
  }
  return rejected / rule.simulations;
}

/** Fills a buffer with numbers inside (0, 1); the same ones for every effect, so that power rises smoothly with it. */
function uniformSource(...purpose: readonly (string | number)[]): (into: Float64Array) => void {
  const fill = randomWords(...purpose);
  let words = new Int32Array(0);
  return (into) => {
    if (words.length !== into.length) words = new Int32Array(into.length);
    fill(words);
    for (let at = 0; at < into.length; at++) into[at] = (((words[at] ?? 0) >>> 0) + 0.5) / 4294967296;
  };
}
