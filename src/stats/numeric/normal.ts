import { PawlError } from '../../errors.js';

const SQRT_2_PI = Math.sqrt(2 * Math.PI);

/** exp(−z²/2)/√2π; the square is split so that its rounding does not spoil the tail. */
function density(z: number): number {
  const coarse = Math.trunc(z * 16) / 16;
  return (Math.exp((-coarse * coarse) / 2) * Math.exp((-(z - coarse) * (z + coarse)) / 2)) / SQRT_2_PI;
}

/** P(0 ≤ Z ≤ z) for small z ≥ 0: the all-positive series (Abramowitz and Stegun 26.2.11). */
function centralMass(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
  }
  return density(z) * sum;
}

/** P(Z ≥ z) for z ≥ 0: the series below 2.5, the continued fraction (26.2.14, by Lentz's method) above. */
function upperTail(z: number): number {
  if (z < 2.5) return 0.5 - centralMass(z);
  if (z > 40) return 0;
  // z + 1/(z + 2/(z + 3/(z + …)))
  let fraction = z;
  let c = z;
  let d = 0;
  for (let k = 1; k < 1000; k++) {
    d = 1 / (z + k * d);
    c = z + k / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return density(z) / fraction;
}

/**
 * P(Z ≤ z) of the standard normal distribution, to about 14 digits, relative in the lower tail.
 *
 * @example
 * normalCdf(-1.959963984540054) // 0.025
 */
export function normalCdf(z: number): number {
  const tail = upperTail(Math.abs(z));
  return z < 0 ? tail : 1 - tail;
}

/**
 * The z with P(Z ≤ z) = p: a rational start (Abramowitz and Stegun 26.2.23) polished by Halley steps on
 * `normalCdf`. 0 gives −∞ and 1 gives ∞.
 *
 * @throws PawlError `bad-input` when p is not in [0, 1]
 * @example
 * normalQuantile(0.975) // 1.959963984540054
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1))
    throw new PawlError('bad-input', `normalQuantile(${p}): expected a probability in [0, 1]`);
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  if (p === 0.5) return 0;
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  const denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let z = t - numerator / denominator;
  for (let step = 0; step < 5; step++) {
    // Near the middle the distance from 1/2 keeps more digits than the tail does.
    const excess = p > 0.25 ? 0.5 - p - centralMass(z) : upperTail(z) - p;
    const newton = excess / density(z);
    const move = newton / (1 - (newton * z) / 2);
    z += move;
    if (Math.abs(move) < 2e-16 * z) break;
  }
  return -z;
}
