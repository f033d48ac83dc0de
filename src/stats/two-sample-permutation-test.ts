import { PawlError } from '../errors.js';
import { requireCount, requireKnownOptions, requireNumbers, requireOneOf } from './checks.js';
import { toLattice } from './numeric/lattice.js';
import { drawSplits, latticeSplits, realSplits, type SplitCounts } from './numeric/splits.js';
import type { Alternative, Computation, StatWarning, TestResult, Unit } from './result.js';

export interface TwoSampleOptions {
  readonly alternative?: Alternative;
  readonly method?: 'auto' | 'exact' | 'monte-carlo';
  /** Monte Carlo only; 100,000 unless told. */
  readonly resamples?: number;
  /** Monte Carlo only; 1 unless told. */
  readonly seed?: number;
  /** What a value stands for; 'task' unless told. */
  readonly unit?: Unit;
}

export interface TwoSampleResult extends TestResult, Computation {
  readonly method: 'exact' | 'monte-carlo';
  readonly algorithm: 'lattice' | 'meet-in-the-middle' | 'monte-carlo';
  /** Mean of a minus mean of b. */
  readonly statistic: number;
  readonly sizes: { readonly a: number; readonly b: number };
}

const REAL_TO = 40;
const AUTO_STEPS = 5e8;
const LONGEST_TABLE = 2e7;
/** Above this many values 2^−n and its neighbours leave the range of doubles. */
const EXACT_TO = 1000;

/**
 * Two-sample permutation test of the difference of means (R. A. Fisher; E. J. G. Pitman, 1937): every split of the
 * pooled values into groups of the given sizes is equally likely. Two-sided p = P(|D| ≥ |d|); 'greater' means that a
 * is larger. Exact by dynamic programming over (group size, sum) where the values share a unit, by meeting in the
 * middle for up to 40 real values in all, Monte Carlo with (b + 1)/(m + 1) beyond.
 *
 * @param a values of one sample @param b values of the other, independent of the first
 * @throws PawlError `bad-input` for an empty sample, NaN, or `method: 'exact'` where that is out of reach
 * @example
 * // mice, days survived (Efron and Tibshirani, 1993, table 2.1): treated, control
 * const { pValue } = twoSamplePermutationTest([94, 197, 16, 38, 99, 141, 23],
 *   [52, 104, 146, 10, 51, 30, 40, 27, 46]); // 0.2783216783216783 (3184/11440)
 */
export function twoSamplePermutationTest(
  a: readonly number[],
  b: readonly number[],
  options: TwoSampleOptions = {},
): TwoSampleResult {
  requireNumbers(a, 'a');
  requireNumbers(b, 'b');
  requireKnownOptions(
    options,
    ['alternative', 'method', 'resamples', 'seed', 'unit'],
    'twoSamplePermutationTest',
  );
  const alternative = requireOneOf(
    options.alternative ?? 'two-sided',
    ['two-sided', 'greater', 'less'],
    'alternative',
  );
  const method = requireOneOf(options.method ?? 'auto', ['auto', 'exact', 'monte-carlo'], 'method');

  // From the least value up, so that all are ≥ 0; the difference of means does not see the shift.
  const pooled = [...a, ...b];
  const least = Math.min(...pooled);
  const lattice = toLattice(pooled.map((value) => value - least));
  const values = lattice?.multiples ?? pooled.map((value) => value - least);
  const algorithm = chooseAlgorithm(values, lattice !== null, a.length, method);
  const resamples =
    algorithm === 'monte-carlo' ? requireCount(options.resamples ?? 100_000, 'resamples', 1) : null;
  const seed = algorithm === 'monte-carlo' ? requireCount(options.seed ?? 1, 'seed') : null;

  const counts =
    resamples !== null && seed !== null
      ? drawSplits(values, a.length, lattice !== null, resamples, seed)
      : algorithm === 'lattice'
        ? latticeSplits(values, a.length)
        : realSplits(values, a.length);
  const p = pOf(counts, alternative, algorithm === 'monte-carlo');

  const warnings: StatWarning[] = [];
  if (values.every((value) => value === values[0])) {
    warnings.push({
      code: 'zero-variance',
      message: `all ${values.length} values are equal: nothing to test`,
    });
  }
  if (options.unit === 'run' && Math.min(a.length, b.length) < 3) {
    const message = `${a.length} and ${b.length} runs: with fewer than three an arm no test can be convincing`;
    warnings.push({ code: 'few-runs', message });
  }
  if (method === 'auto' && algorithm === 'monte-carlo') {
    const message = `too many splits to enumerate: ${String(resamples)} resamples with seed ${String(seed)}`;
    warnings.push({ code: 'sampled', message });
  }
  return {
    method: algorithm === 'monte-carlo' ? 'monte-carlo' : 'exact',
    algorithm,
    unit: options.unit ?? 'task',
    n: pooled.length,
    sizes: { a: a.length, b: b.length },
    alternative,
    statistic: meanOf(a) - meanOf(b),
    ...p,
    exact: algorithm !== 'monte-carlo',
    resamples,
    seed,
    warnings,
  };
}

function chooseAlgorithm(
  values: readonly number[],
  onLattice: boolean,
  sizeOfA: number,
  method: 'auto' | 'exact' | 'monte-carlo',
): TwoSampleResult['algorithm'] {
  if (method === 'monte-carlo') return 'monte-carlo';
  const count = values.length;
  const smaller = Math.min(sizeOfA, count - sizeOfA);
  const table = (smaller + 1) * (Math.max(...values) * smaller + 1);
  const steps = count * table;
  const realSteps = 40 * 2 ** (count / 2);
  if (count <= REAL_TO && (!onLattice || realSteps < steps)) return 'meet-in-the-middle';
  const limit = method === 'auto' ? AUTO_STEPS : 100 * AUTO_STEPS;
  if (onLattice && count <= EXACT_TO && table <= LONGEST_TABLE && steps <= limit) return 'lattice';
  if (method === 'auto') return 'monte-carlo';
  throw new PawlError(
    'bad-input',
    `twoSamplePermutationTest: the splits of ${count} values cannot be enumerated`,
    {
      hint: "use method: 'monte-carlo', or 'auto', which falls back to it",
    },
  );
}

function pOf(
  counts: SplitCounts,
  alternative: Alternative,
  sampled: boolean,
): { pValue: number; midP: number } {
  const beyond =
    alternative === 'greater' ? counts.above : alternative === 'less' ? counts.below : counts.further;
  // The observed split is one of the outcomes: when they are sampled it is added to them.
  const observed = sampled ? 1 : 0;
  const tied = (alternative === 'two-sided' ? counts.asFar : counts.equal) + observed;
  const total = counts.total + observed;
  return { pValue: (beyond + tied) / total, midP: (beyond + tied / 2) / total };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
