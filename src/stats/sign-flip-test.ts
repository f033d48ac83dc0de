import { PawlError } from '../errors.js';
import {
  repeatedTaskWarning,
  requireCount,
  requireEqualLength,
  requireKnownOptions,
  requireNumbers,
  requireOneOf,
} from './checks.js';
import { toLattice } from './numeric/lattice.js';
import { countRandomSubsets } from './numeric/random-subset-sums.js';
import { latticeTail, realTail, SMALLEST_SHARE, SUM_NOISE, type SubsetTail } from './numeric/subset-sums.js';
import type { Alternative, Computation, StatWarning, TestResult, Unit } from './result.js';

export interface SignFlipOptions {
  readonly alternative?: Alternative;
  readonly method?: 'auto' | 'exact' | 'monte-carlo';
  /** Monte Carlo only; 100,000 unless told. */
  readonly resamples?: number;
  /** Monte Carlo only; 1 unless told. */
  readonly seed?: number;
  /** The task of each difference; a task that occurs twice is reported as a trap. */
  readonly tasks?: readonly string[];
  /** States what each difference stands for ('task' unless told), and so silences the guess that they are verdicts. */
  readonly unit?: Unit;
}

export interface SignFlipResult extends TestResult, Computation {
  readonly method: 'exact' | 'monte-carlo';
  readonly algorithm: 'lattice' | 'meet-in-the-middle' | 'monte-carlo';
}

/** The sum of the differences that point each way, the sizes of all, and how sums are compared. */
interface Sums {
  readonly sizes: number[];
  readonly positive: number;
  readonly negative: number;
  readonly onLattice: boolean;
}

const REAL_TO = 44;
/** Steps of dynamic programming (numbers × kept sums) that are still worth it by default: about a second. */
const AUTO_STEPS = 1e9;
const EXACT_STEPS = 5e10;
const LONGEST_TABLE = 5e7;

/**
 * Sign-flip (paired permutation) test that the differences are symmetric about 0: each keeps or flips its sign with
 * probability ½, T = Σ ±|d|. Two-sided p = P(|T| ≥ |t|), 'greater' P(T ≥ t), 'less' P(T ≤ t); the mid-p counts
 * outcomes that tie with t by half. Zeros change nothing; if all are zero p is 1 and the mid-p ½.
 *
 * Exact by dynamic programming when the differences are whole multiples of one unit (scores in thirds, decimals,
 * counts), by meeting in the middle for up to 44 real values; beyond that Monte Carlo, p = (b + 1)/(m + 1).
 *
 * @param differences one number a task; several seeds of a task are averaged first (`pairedDifference` does that)
 * @throws PawlError `bad-input` for an empty list, NaN, infinities, or `method: 'exact'` where that is out of reach
 * @example
 * // Darwin's maize, eighths of an inch (Fisher, The Design of Experiments, 1935, section 21)
 * const { pValue, midP } = signFlipTest([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]);
 * // pValue 0.052673339843750 (1726/32768), midP 0.05181884765625
 */
export function signFlipTest(differences: readonly number[], options: SignFlipOptions = {}): SignFlipResult {
  requireNumbers(differences, 'differences');
  requireKnownOptions(
    options,
    ['alternative', 'method', 'resamples', 'seed', 'tasks', 'unit'],
    'signFlipTest',
  );
  const alternative = requireOneOf(
    options.alternative ?? 'two-sided',
    ['two-sided', 'greater', 'less'],
    'alternative',
  );
  const method = requireOneOf(options.method ?? 'auto', ['auto', 'exact', 'monte-carlo'], 'method');
  const warnings = trapsIn(differences, options);

  const sums = addUp(differences);
  const algorithm = chooseAlgorithm(sums, method);
  const resamples =
    algorithm === 'monte-carlo' ? requireCount(options.resamples ?? 100_000, 'resamples', 1) : null;
  const seed = algorithm === 'monte-carlo' ? requireCount(options.seed ?? 1, 'seed') : null;
  const p =
    resamples !== null && seed !== null
      ? sampledP(sums, alternative, resamples, seed)
      : exactP(sums, alternative, algorithm === 'lattice' ? latticeTail : realTail);

  if (sums.sizes.length === 0) {
    warnings.push({
      code: 'all-zero',
      message: `all ${differences.length} differences are 0: nothing to test`,
    });
  }
  if (method === 'auto' && algorithm === 'monte-carlo') {
    warnings.push({
      code: 'sampled',
      message: `${differences.length} differences are too many to enumerate: ${String(resamples)} resamples with seed ${String(seed)}`,
    });
  }
  if (p.pValue < SMALLEST_SHARE) {
    warnings.push({
      code: 'underflow',
      message: `the p-value is below ${SMALLEST_SHARE}, which is reported instead`,
    });
  }
  return {
    method: algorithm === 'monte-carlo' ? 'monte-carlo' : 'exact',
    algorithm,
    unit: options.unit ?? 'task',
    n: differences.length,
    alternative,
    statistic: differences.reduce((sum, difference) => sum + difference, 0),
    pValue: Math.max(p.pValue, SMALLEST_SHARE),
    midP: Math.max(p.midP, SMALLEST_SHARE / 2),
    exact: algorithm !== 'monte-carlo',
    resamples,
    seed,
    warnings,
  };
}

/** Drops zeros and adds up either side, in whole units where there are any. */
function addUp(differences: readonly number[]): Sums {
  const lattice = toLattice(differences);
  // Real values as shares of the largest, so that no sum leaves the range of doubles.
  const largest = differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0);
  const values = lattice?.multiples ?? differences.map((difference) => difference / largest);
  const sizes: number[] = [];
  let positive = 0;
  let negative = 0;
  for (const value of values) {
    if (value === 0) continue;
    sizes.push(Math.abs(value));
    if (value > 0) positive += value;
    else negative -= value;
  }
  return { sizes, positive, negative, onLattice: lattice !== null };
}

function chooseAlgorithm(sums: Sums, method: 'auto' | 'exact' | 'monte-carlo'): SignFlipResult['algorithm'] {
  if (method === 'monte-carlo') return 'monte-carlo';
  const count = sums.sizes.length;
  const bound = Math.min(sums.positive, sums.negative);
  const steps = count * bound;
  const realSteps = 4 * 2 ** Math.ceil(count / 2);
  if (count <= REAL_TO && (!sums.onLattice || realSteps < steps)) return 'meet-in-the-middle';
  if (sums.onLattice && bound <= LONGEST_TABLE && steps <= (method === 'auto' ? AUTO_STEPS : EXACT_STEPS))
    return 'lattice';
  if (method === 'auto') return 'monte-carlo';
  throw new PawlError(
    'bad-input',
    `signFlipTest: ${count} differences that are not 0 cannot be enumerated` +
      (sums.onLattice
        ? ` (as whole numbers they add up to ${sums.positive + sums.negative})`
        : ` (real values: at most ${REAL_TO})`),
    { hint: "use method: 'monte-carlo', or 'auto', which falls back to it" },
  );
}

/** T ≥ t exactly when the sizes with a minus sign add up to at most `negative`; the smaller side is the tail. */
function exactP(
  sums: Sums,
  alternative: Alternative,
  tailOf: (sizes: readonly number[], bound: number) => SubsetTail,
): { pValue: number; midP: number } {
  const { sizes, positive, negative } = sums;
  const { below, at } = tailOf(sizes, Math.min(positive, negative));
  if (alternative === 'two-sided') {
    if (isTie(sums)) return { pValue: 1, midP: 1 - at / 2 };
    return { pValue: Math.min(1, 2 * (below + at)), midP: 2 * below + at };
  }
  const towards = alternative === 'greater' ? positive >= negative : negative >= positive;
  return towards
    ? { pValue: below + at, midP: below + at / 2 }
    : { pValue: 1 - below, midP: 1 - below - at / 2 };
}

function sampledP(
  sums: Sums,
  alternative: Alternative,
  resamples: number,
  seed: number,
): { pValue: number; midP: number } {
  const { sizes, positive, negative } = sums;
  const low = Math.min(positive, negative);
  const high = Math.max(positive, negative);
  const counts = countRandomSubsets(sizes, { low, high }, resamples, seed);
  const shares = (beyond: number, tied: number): { pValue: number; midP: number } => ({
    // The observed signs are one of the outcomes, and tie with themselves.
    pValue: (beyond + tied + 1) / (resamples + 1),
    midP: (beyond + (tied + 1) / 2) / (resamples + 1),
  });
  if (alternative === 'two-sided') {
    return isTie(sums)
      ? shares(resamples - counts.atLow, counts.atLow)
      : shares(counts.belowLow + counts.aboveHigh, counts.atLow + counts.atHigh);
  }
  const towards = alternative === 'greater' ? positive >= negative : negative >= positive;
  return towards
    ? shares(counts.belowLow, counts.atLow)
    : shares(resamples - counts.aboveHigh - counts.atHigh, counts.atHigh);
}

/** T = 0: then every outcome is at least as extreme. */
function isTie({ positive, negative, onLattice }: Sums): boolean {
  return Math.abs(positive - negative) <= (onLattice ? 0 : SUM_NOISE * (positive + negative));
}

function trapsIn(differences: readonly number[], options: SignFlipOptions): StatWarning[] {
  if (options.tasks !== undefined) {
    requireEqualLength(options.tasks, 'tasks', differences, 'differences');
    return repeatedTaskWarning(options.tasks, 'average each task first (pairedDifference does)');
  }
  const looksLikeVerdicts =
    differences.some((d) => d !== 0) && differences.every((d) => d === 0 || d === 1 || d === -1);
  if (options.unit !== undefined || !looksLikeVerdicts) return [];
  return [
    {
      code: 'unit-not-stated',
      message:
        'every difference is -1, 0 or 1, as between single verdicts: if several belong to one task, average each task ' +
        "first (pairedDifference does); if each is a task of its own, say unit: 'task'",
    },
  ];
}
