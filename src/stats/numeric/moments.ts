import { mean as meanOf, sampleVariance } from 'simple-statistics';

/** Mean and sample variance; variance that is only rounding noise is 0. */
export function meanAndVariance(values: readonly number[]): { mean: number; variance: number } {
  const list = [...values];
  const mean = meanOf(list);
  if (list.length < 2) return { mean, variance: 0 };
  const largest = Math.max(...list.map(Math.abs));
  const equal = list.every((value) => Math.abs(value - mean) <= 1e-13 * largest);
  return { mean, variance: equal ? 0 : sampleVariance(list) };
}
