import { indexSource } from './index-source.js';
import { select } from './select.js';
import type { WholeDistribution } from './whole-distribution.js';

/** The distribution of a resampled statistic, exact or drawn. */
export interface Resampled {
  /** The smallest value whose cumulative share reaches `share` (inverse distribution function). */
  quantile(share: number): number;
  /** Share of resamples below the estimate, and tied with it. */
  readonly below: number;
  readonly at: number;
}

/** Cumulative shares this near count as equal: rounding of the sums must not move a quantile by a step. */
const SHARE_NOISE = 1e-12;

/** Values with probabilities, values ascending. */
export function exactlyResampled(
  values: ArrayLike<number>,
  shares: ArrayLike<number>,
  compare: { readonly below: number; readonly at: number },
): Resampled {
  return {
    ...compare,
    quantile: (share) => {
      let sum = 0;
      for (let at = 0; at < values.length; at++) {
        sum += shares[at] ?? 0;
        if (sum >= share - SHARE_NOISE) return values[at] ?? NaN;
      }
      return values[values.length - 1] ?? NaN;
    },
  };
}

/** A distribution on whole numbers, with what each of them means as a value of the statistic. */
export function latticeResampled(
  { from, shares }: WholeDistribution,
  observed: number,
  valueOf: (whole: number) => number,
): Resampled {
  let below = 0;
  const end = Math.min(observed - from, shares.length);
  for (let at = 0; at < end; at++) below += shares[at] ?? 0;
  return {
    below,
    at: shares[observed - from] ?? 0,
    quantile: (share) => {
      let sum = 0;
      let at = 0;
      for (; at < shares.length - 1; at++) {
        sum += shares[at] ?? 0;
        if (sum >= share - SHARE_NOISE) break;
      }
      return valueOf(from + at);
    },
  };
}

/** Drawn values of a statistic. Values within `noise` of the estimate tie with it. Reorders `draws`. */
export function drawnResampled(draws: Float64Array, estimate: number, noise: number): Resampled {
  const count = draws.length;
  let below = 0;
  let upTo = 0;
  for (let at = 0; at < count; at++) {
    const draw = draws[at] ?? 0;
    below += +(draw < estimate - noise);
    upTo += +(draw <= estimate + noise);
  }
  return {
    below: below / count,
    at: (upTo - below) / count,
    // Two quantiles are asked for: selecting them is cheaper than sorting.
    quantile: (share) => {
      const rank = Math.ceil(share * count - SHARE_NOISE * count) - 1;
      return select(draws, Math.min(count - 1, Math.max(0, rank)));
    },
  };
}

/** Calls `visit` with each resample of indices; the array is reused. */
export function eachResample(
  size: number,
  resamples: number,
  seed: number,
  visit: (indices: Uint32Array, resample: number) => void,
): void {
  const next = indexSource(size, seed, 'bootstrap', size);
  const rows = Math.max(1, Math.floor(8192 / size));
  const indices = new Uint32Array(rows * size);
  for (let resample = 0; resample < resamples; resample++) {
    const row = resample % rows;
    if (row === 0) next(indices);
    visit(indices.subarray(row * size, (row + 1) * size), resample);
  }
}
