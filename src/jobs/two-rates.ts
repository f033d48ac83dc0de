import { PawlError } from '../errors.js';

/** A count of a number of outputs. */
export interface Rate {
  readonly count: number;
  readonly of: number;
}

/** Probabilities that differ by less than this share count as equal. */
const tie = 1e-7;

/**
 * Fisher's exact test of two rates (R. A. Fisher, 1935): with all four margins fixed the count of the first sample is
 * hypergeometric; two-sided p is the probability of all tables that are no likelier than the observed one.
 *
 * @throws PawlError `bad-input` for counts that are no whole numbers between 0 and their totals, or an empty sample
 * @example
 * compareRates({ count: 3, of: 4 }, { count: 1, of: 4 }) // 0.4857142857142859 (tea tasting)
 */
export function compareRates(a: Rate, b: Rate): number {
  for (const { count, of } of [a, b]) {
    if (!Number.isInteger(count) || !Number.isInteger(of) || of < 1 || count < 0 || count > of)
      throw new PawlError('bad-input', `a rate of ${count} of ${of} is none`);
  }
  const hits = a.count + b.count;
  const total = a.of + b.of;
  const logFactorial = logFactorials(total);
  const at = (index: number): number => logFactorial[index] ?? 0;
  const choose = (n: number, k: number): number => at(n) - at(k) - at(n - k);
  const probability = (count: number): number =>
    Math.exp(choose(a.of, count) + choose(b.of, hits - count) - choose(total, hits));
  const observed = probability(a.count);
  let sum = 0;
  for (let count = Math.max(0, hits - b.of); count <= Math.min(a.of, hits); count++) {
    const one = probability(count);
    if (one <= observed * (1 + tie)) sum += one;
  }
  return Math.min(1, sum);
}

function logFactorials(most: number): Float64Array {
  const table = new Float64Array(most + 1);
  for (let n = 2; n <= most; n++) table[n] = (table[n - 1] ?? 0) + Math.log(n);
  return table;
}
