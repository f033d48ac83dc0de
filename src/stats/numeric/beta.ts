import { PawlError } from '../../errors.js';

const HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);

/**
 * ln Γ(z + 1) minus Stirling's formula (z + ½) ln z − z + ½ ln 2π, for real z > 0. Small z climb to 16 by the
 * recurrence of Γ, where the asymptotic series (DLMF 5.11.1) has every digit.
 */
function stirlingError(z: number): number {
  let climb = 0;
  let at = z;
  for (; at < 16; at++) climb += (at + 0.5) * Math.log1p(1 / at) - 1;
  const r = 1 / (at * at);
  const series =
    1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360360))));
  return climb + series / at;
}

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  return stirlingError(x) + (x - 0.5) * Math.log(x) - x + HALF_LOG_2_PI;
}

/** x ln(x/m) + m − x without cancellation (C. Loader's deviance part). */
function deviance(x: number, m: number): number {
  if (Math.abs(x - m) < 0.1 * (x + m)) {
    const v = (x - m) / (x + m);
    let sum = (x - m) * v;
    let term = 2 * x * v;
    for (let k = 1; k < 1000; k++) {
      term *= v * v;
      const next = sum + term / (2 * k + 1);
      if (next === sum) break;
      sum = next;
    }
    return sum;
  }
  return x * Math.log(x / m) + m - x;
}

/**
 * Γ(n+1)/(Γ(x+1)Γ(n−x+1)) p^x q^(n−x) for real 0 ≤ x ≤ n, q = 1 − p given apart so that both tails keep their
 * digits (C. Loader, "Fast and accurate computation of binomial probabilities", 2000).
 */
export function binomialDensity(x: number, n: number, p: number, q: number): number {
  if (p === 0) return x === 0 ? 1 : 0;
  if (q === 0) return x === n ? 1 : 0;
  if (x === 0) return Math.exp(n * (p < 0.1 ? Math.log1p(-p) : Math.log(q)));
  if (x === n) return Math.exp(n * (q < 0.1 ? Math.log1p(-q) : Math.log(p)));
  const rest = n - x;
  const exponent =
    stirlingError(n) - stirlingError(x) - stirlingError(rest) - deviance(x, n * p) - deviance(rest, n * q);
  return Math.sqrt(n / (2 * Math.PI * x * rest)) * Math.exp(exponent);
}

/** The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 2e-16) break;
  }
  return fraction;
}

/** I_x(a, b) and 1 − I_x(a, b), each with its own digits; `y` = 1 − x. */
export function betaTails(x: number, y: number, a: number, b: number): { lower: number; upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  const front = binomialDensity(a, a + b, x, y);
  if (x <= (a + 1) / (a + b + 2)) {
    const lower = Math.min(1, ((front * b) / (a + b)) * betaFraction(x, a, b));
    return { lower, upper: 1 - lower };
  }
  const upper = Math.min(1, ((front * a) / (a + b)) * betaFraction(y, b, a));
  return { lower: 1 - upper, upper };
}

/**
 * The regularised incomplete beta function I_x(a, b): the distribution function of Beta(a, b) at x.
 *
 * @throws PawlError `bad-input` unless 0 ≤ x ≤ 1 and a, b > 0
 * @example
 * betaCdf(0.5, 2, 3) // 0.6875
 */
export function betaCdf(x: number, a: number, b: number): number {
  requireShape(a, b);
  if (!(x >= 0 && x <= 1)) throw new PawlError('bad-input', `betaCdf(${x}): expected a value in [0, 1]`);
  return betaTails(x, 1 - x, a, b).lower;
}

/**
 * The x with I_x(a, b) = p, by Newton steps kept inside a shrinking bracket.
 *
 * @throws PawlError `bad-input` unless 0 ≤ p ≤ 1 and a, b > 0
 * @example
 * betaQuantile(0.6875, 2, 3) // 0.5
 */
export function betaQuantile(p: number, a: number, b: number): number {
  requireShape(a, b);
  if (!(p >= 0 && p <= 1))
    throw new PawlError('bad-input', `betaQuantile(${p}): expected a probability in [0, 1]`);
  if (p === 0 || p === 1) return p;
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let step = 0; step < 200; step++) {
    const tails = betaTails(x, 1 - x, a, b);
    // Comparing the smaller tail keeps the digits where p is close to 1.
    const excess = p <= 0.5 ? tails.lower - p : 1 - p - tails.upper;
    if (excess === 0) return x;
    if (excess > 0) high = x;
    else low = x;
    const density = (binomialDensity(a, a + b, x, 1 - x) * a * b) / ((a + b) * x * (1 - x));
    const newton = x - excess / density;
    // Towards 0 halving in the logarithm: small quantiles of small shapes span hundreds of orders of magnitude.
    const middle = low === 0 ? high / 16 : (low + high) / 2;
    const inside = newton > low && newton < high;
    const next = inside ? newton : middle;
    const moved = Math.abs(next - x);
    x = next;
    // Newton doubles the digits: after a step this small the next one would only chase rounding.
    if (moved <= (inside ? 1e-9 : 2e-16) * Math.min(x, 1 - x)) break;
  }
  return x;
}

function requireShape(a: number, b: number): void {
  if (!(a > 0 && b > 0 && Number.isFinite(a + b))) {
    throw new PawlError('bad-input', `Beta(${a}, ${b}): expected two shapes above 0`);
  }
}
