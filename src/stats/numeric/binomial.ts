import { betaTails, binomialDensity } from './beta.js';

/**
 * P(X = k) of Binomial(n, p).
 *
 * @example
 * binomialPmf(2, 4, 0.5) // 0.375
 */
export function binomialPmf(k: number, n: number, p: number): number {
  return k < 0 || k > n || !Number.isInteger(k) ? 0 : binomialDensity(k, n, p, 1 - p);
}

/**
 * P(X ≤ k) of Binomial(n, p), as the incomplete beta function I_(1−p)(n − k, k + 1).
 *
 * @example
 * binomialCdf(1, 4, 0.5) // 0.3125
 */
export function binomialCdf(k: number, n: number, p: number): number {
  const whole = Math.floor(k);
  if (whole < 0) return 0;
  if (whole >= n) return 1;
  return betaTails(1 - p, p, n - whole, whole + 1).lower;
}

/**
 * P(X ≥ k) of Binomial(n, p), with its own digits where it is small.
 *
 * @example
 * binomialUpper(3, 4, 0.5) // 0.3125
 */
export function binomialUpper(k: number, n: number, p: number): number {
  const whole = Math.ceil(k);
  if (whole <= 0) return 1;
  if (whole > n) return 0;
  return betaTails(p, 1 - p, whole, n - whole + 1).lower;
}

/** Above this many fair coins the sums of binomial coefficients are left to the incomplete beta function. */
const WHOLE_NUMBERS_TO = 2000;

/**
 * P(X < k) and P(X = k) for n fair coins; below `WHOLE_NUMBERS_TO` by whole-number arithmetic, rounded once.
 *
 * @example
 * fairCoinTail(1, 4) // { below: 0.0625, at: 0.25 }
 */
export function fairCoinTail(k: number, n: number): { below: number; at: number } {
  if (n > WHOLE_NUMBERS_TO) return { below: binomialCdf(k - 1, n, 0.5), at: binomialPmf(k, n, 0.5) };
  let coefficient = 1n;
  let below = 0n;
  for (let i = 0; i < k; i++) {
    below += coefficient;
    coefficient = (coefficient * BigInt(n - i)) / BigInt(i + 1);
  }
  return { below: overPowerOfTwo(below, n), at: overPowerOfTwo(coefficient, n) };
}

/** numerator / 2^exponent as the nearest double. */
function overPowerOfTwo(numerator: bigint, exponent: number): number {
  const bits = numerator.toString(2).length;
  const surplus = Math.max(0, bits - 1000);
  const halves = exponent - surplus;
  const head = Number(numerator >> BigInt(surplus));
  // Two factors, because 2^−1500 alone would vanish.
  return head * 2 ** -Math.min(halves, 1000) * 2 ** -Math.max(0, halves - 1000);
}
