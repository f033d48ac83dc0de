import { requireKnownOptions, requireLevel } from './checks.js';
import { betaQuantile } from './numeric/beta.js';
import { binomialPmf, binomialUpper } from './numeric/binomial.js';
import type { IntervalResult, Unit } from './result.js';
import { rateWarnings, requireRate, type RateCounts } from './wilson-interval.js';

export interface ClopperPearsonOptions {
  /** 0.95 unless told. */
  readonly level?: number;
  /** 'trial' unless told. */
  readonly unit?: Unit;
  /** Mid-p version: shorter, covers on average instead of at least. */
  readonly midP?: boolean;
}

export interface ClopperPearsonResult extends IntervalResult {
  readonly method: 'clopper-pearson' | 'clopper-pearson-mid-p';
  readonly exact: true;
}

/**
 * Exact interval of a rate (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934): the rates at which x or more, and
 * x or fewer, passes have probability α/2; these are the α/2 quantile of Beta(x, n − x + 1) and the 1 − α/2 quantile
 * of Beta(x + 1, n − x). With `midP` the observed count itself weighs half.
 *
 * @throws PawlError `bad-input` for counts that are not whole, no trials, or more passes than trials
 * @example
 * clopperPearsonInterval({ passes: 0, trials: 20 }); // low 0, high 0.16843347098308536
 */
export function clopperPearsonInterval(
  counts: RateCounts,
  options: ClopperPearsonOptions = {},
): ClopperPearsonResult {
  requireKnownOptions(options, ['level', 'unit', 'midP'], 'clopperPearsonInterval');
  const { passes, trials } = requireRate(counts);
  const level = requireLevel(options.level ?? 0.95);
  const tail = (1 - level) / 2;
  const lowerLimit = options.midP === true ? midPLimit : exactLimit;
  return {
    method: options.midP === true ? 'clopper-pearson-mid-p' : 'clopper-pearson',
    unit: options.unit ?? 'trial',
    n: trials,
    estimate: passes / trials,
    low: passes === 0 ? 0 : lowerLimit(passes, trials, tail),
    // The upper limit of the passes is the lower limit of the failures.
    high: passes === trials ? 1 : 1 - lowerLimit(trials - passes, trials, tail),
    level,
    exact: true,
    warnings: rateWarnings(counts),
  };
}

function exactLimit(count: number, trials: number, tail: number): number {
  return betaQuantile(tail, count, trials - count + 1);
}

/** The rate at which P(X > count) + ½P(X = count) is the tail; it rises with the rate. */
function midPLimit(count: number, trials: number, tail: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step++) {
    const rate = low === 0 ? high / 2 : (low + high) / 2;
    const reached = binomialUpper(count + 1, trials, rate) + binomialPmf(count, trials, rate) / 2;
    if (reached < tail) low = rate;
    else high = rate;
  }
  return (low + high) / 2;
}
