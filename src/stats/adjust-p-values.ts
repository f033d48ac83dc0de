import { PawlError } from '../errors.js';
import { requireNumbers, requireOneOf } from './checks.js';
import type { StatWarning } from './result.js';

export type AdjustMethod = 'holm' | 'hochberg' | 'bh' | 'by';

export interface AdjustedPValues {
  readonly method: AdjustMethod;
  /** Number of hypotheses. */
  readonly n: number;
  /** In the order of the input. */
  readonly adjusted: readonly number[];
  /** What the method controls. */
  readonly controls: 'family-wise error rate' | 'false discovery rate';
  readonly warnings: readonly StatWarning[];
}

/**
 * Adjusted p-values for several hypotheses; reject where the adjusted value is at most the level. With the p-values
 * sorted, p₍₁₎ ≤ … ≤ p₍ₙ₎: Holm max_{j≤i} (n − j + 1) p₍ⱼ₎ (Scandinavian Journal of Statistics 6, 1979); Hochberg
 * min_{j≥i} (n − j + 1) p₍ⱼ₎ (Biometrika 75, 1988; independent tests); Benjamini–Hochberg min_{j≥i} n p₍ⱼ₎/j (JRSS B
 * 57, 1995); Benjamini–Yekutieli the same times Σ 1/k (Annals of Statistics 29, 2001; any dependence). All capped at 1.
 *
 * @throws PawlError `bad-input` for an empty list or a value outside [0, 1]
 * @example
 * adjustPValues([0.01, 0.04, 0.03], 'holm').adjusted // [0.03, 0.06, 0.06]
 */
export function adjustPValues(pValues: readonly number[], method: AdjustMethod): AdjustedPValues {
  requireNumbers(pValues, 'pValues');
  requireOneOf(method, ['holm', 'hochberg', 'bh', 'by'], 'method');
  const outside = pValues.findIndex((p) => p < 0 || p > 1);
  if (outside >= 0) {
    throw new PawlError(
      'bad-input',
      `pValues[${outside}]: got ${String(pValues[outside])}, expected a number from 0 to 1`,
    );
  }
  const n = pValues.length;
  const order = pValues.map((_, at) => at).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const harmonic = order.reduce((sum, _, at) => sum + 1 / (at + 1), 0);
  const scaled = order.map((index, at) => {
    const p = pValues[index] ?? 0;
    switch (method) {
      case 'holm':
      case 'hochberg':
        return (n - at) * p;
      case 'bh':
        return (n * p) / (at + 1);
      case 'by':
        return (n * harmonic * p) / (at + 1);
    }
  });
  const monotone =
    method === 'holm'
      ? runningMaximum(scaled)
      : runningMaximum(scaled.reverse().map((p) => -p))
          .reverse()
          .map((p) => -p);
  const adjusted = new Array<number>(n).fill(1);
  for (const [at, index] of order.entries()) adjusted[index] = Math.min(1, monotone[at] ?? 1);
  return {
    method,
    n,
    adjusted,
    controls: method === 'holm' || method === 'hochberg' ? 'family-wise error rate' : 'false discovery rate',
    warnings: [],
  };
}

function runningMaximum(values: readonly number[]): number[] {
  let largest = -Infinity;
  return values.map((value) => (largest = Math.max(largest, value)));
}
