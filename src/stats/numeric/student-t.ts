import { PawlError } from '../../errors.js';
import { betaTails, logGamma } from './beta.js';
import { normalCdf, normalQuantile } from './normal.js';

/** Above this many degrees of freedom the distribution is the normal one to 15 digits. */
const NORMAL_FROM = 1e15;

/** P(T > |t|) with `df` degrees of freedom: half of I_x(df/2, 1/2) at x = df/(df + t²). */
function tail(t: number, df: number): number {
  if (df > NORMAL_FROM) return normalCdf(-Math.abs(t));
  const square = t * t;
  return betaTails(df / (df + square), square / (df + square), df / 2, 0.5).lower / 2;
}

/**
 * P(T ≤ t) of Student's distribution with `df` > 0 degrees of freedom (not necessarily whole), through the
 * incomplete beta function (Abramowitz and Stegun 26.7.1).
 *
 * @throws PawlError `bad-input` unless df > 0
 * @example
 * studentTCdf(-4.302652729749464, 2) // 0.025
 */
export function studentTCdf(t: number, df: number): number {
  requireDf(df);
  if (t === 0) return 0.5;
  if (!Number.isFinite(t)) return t < 0 ? 0 : 1;
  const upper = tail(t, df);
  return t < 0 ? upper : 1 - upper;
}

/**
 * The t with P(T ≤ t) = p, by Newton steps kept inside a bracket. 0 gives −∞ and 1 gives ∞.
 *
 * @throws PawlError `bad-input` unless df > 0 and 0 ≤ p ≤ 1
 * @example
 * studentTQuantile(0.975, 2) // 4.302652729749464
 */
export function studentTQuantile(p: number, df: number): number {
  requireDf(df);
  if (!(p >= 0 && p <= 1))
    throw new PawlError('bad-input', `studentTQuantile(${p}): expected a probability in [0, 1]`);
  if (p > 0.5) return -studentTQuantile(1 - p, df);
  if (p === 0) return -Infinity;
  if (p === 0.5) return 0;
  if (df > NORMAL_FROM) return normalQuantile(p);
  if (df === 1) return -1 / Math.tan(Math.PI * p);
  if (df === 2) return (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
  // Positive t with upper tail p; the normal quantile is a lower bound of it.
  let low = 0;
  let high = Infinity;
  let t = -normalQuantile(p);
  for (let step = 0; step < 200; step++) {
    const excess = tail(t, df) - p;
    if (excess === 0) break;
    if (excess > 0) low = t;
    else high = t;
    // In the logarithm of the tail, because far out the tail is a power of t and plain Newton steps crawl.
    const slope = -density(t, df) / (excess + p);
    const newton = t - Math.log((excess + p) / p) / slope;
    const inside = newton > low && newton < high;
    const next = inside ? newton : high === Infinity ? 2 * t : (low + high) / 2;
    const moved = Math.abs(next - t);
    t = next;
    // Newton doubles the digits: after a step this small the next one would only chase rounding.
    if (moved <= (inside ? 1e-9 : 2e-16) * t) break;
  }
  return -t;
}

/** Density at t > 0. */
function density(t: number, df: number): number {
  const constant = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  return Math.exp(constant - ((df + 1) / 2) * Math.log1p((t * t) / df));
}

function requireDf(df: number): void {
  if (!(df > 0)) throw new PawlError('bad-input', `${df} degrees of freedom: expected more than 0`);
}
