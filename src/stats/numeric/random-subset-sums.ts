import { randomWords } from '../../random.js';
import { SUM_NOISE } from './subset-sums.js';

/** Numbers that one random word decides on: three tables of at most 2^10 sums, which stay in the first cache. */
const BLOCK = 30;
/** Resamples whose sums are kept at a time. */
const BATCH = 1 << 20;

/** How often a random subset sum fell below, on, and above two bounds. */
export interface SubsetCounts {
  readonly belowLow: number;
  readonly atLow: number;
  readonly atHigh: number;
  readonly aboveHigh: number;
}

/**
 * Draws random subsets and compares their sums with two bounds. One random word and three look-ups add a block of
 * up to thirty numbers to a resample. Whole numbers are compared exactly; real ones tie within rounding noise.
 *
 * @param sizes numbers above 0
 */
export function countRandomSubsets(
  sizes: readonly number[],
  bounds: { readonly low: number; readonly high: number },
  resamples: number,
  seed: number,
): SubsetCounts {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const noise = sizes.every(Number.isInteger) && Number.isSafeInteger(total) ? 0 : SUM_NOISE * total;
  const fill = randomWords(seed, 'random-subsets', sizes.length);
  const counts = { belowLow: 0, atLow: 0, atHigh: 0, aboveHigh: 0 };
  for (let left = resamples; left > 0; left -= BATCH) {
    const sums = randomSums(sizes, Math.min(left, BATCH), fill);
    const part = countAgainst(sums, bounds.low, bounds.high, noise);
    counts.belowLow += part.belowLow;
    counts.atLow += part.atLow;
    counts.atHigh += part.atHigh;
    counts.aboveHigh += part.aboveHigh;
  }
  return counts;
}

/** The sums of so many random subsets, block by block. */
function randomSums(sizes: readonly number[], count: number, fill: (into: Int32Array) => void): Float64Array {
  const sums = new Float64Array(count);
  const words = new Int32Array(Math.min(count, 4096));
  const each = Math.ceil(sizes.length / Math.ceil(sizes.length / BLOCK));
  for (let from = 0; from < sizes.length; from += each) {
    const block = sizes.slice(from, from + each);
    const bits = Math.ceil(block.length / 3);
    const tables = [0, 1, 2].map((third) => subsetTable(block.slice(third * bits, (third + 1) * bits), bits));
    for (let start = 0; start < count; start += words.length) {
      fill(words);
      addBlock(sums.subarray(start, start + words.length), words, bits, tables);
    }
  }
  return sums;
}

/** The sums of all 2^bits subsets; bit i of the index stands for number i. */
function subsetTable(sizes: readonly number[], bits: number): Float64Array {
  const table = new Float64Array(1 << bits);
  for (let bit = 0; bit < bits; bit++) {
    const size = sizes[bit] ?? 0;
    for (let subset = 0; subset < 1 << bit; subset++)
      table[subset + (1 << bit)] = (table[subset] ?? 0) + size;
  }
  return table;
}

function addBlock(
  sums: Float64Array,
  words: Int32Array,
  bits: number,
  tables: readonly Float64Array[],
): void {
  const [first = sums, second = sums, third = sums] = tables;
  const mask = (1 << bits) - 1;
  const count = sums.length;
  for (let at = 0; at < count; at++) {
    const word = words[at] ?? 0;
    sums[at] =
      (sums[at] ?? 0) +
      (first[word & mask] ?? 0) +
      (second[(word >>> bits) & mask] ?? 0) +
      (third[(word >>> (2 * bits)) & mask] ?? 0);
  }
}

function countAgainst(sums: Float64Array, low: number, high: number, noise: number): SubsetCounts {
  let belowLow = 0;
  let uptoLow = 0;
  let fromHigh = 0;
  let aboveHigh = 0;
  const count = sums.length;
  for (let at = 0; at < count; at++) {
    const sum = sums[at] ?? 0;
    // Sums of comparisons, not branches: the outcomes are random, and a branch would be mispredicted.
    belowLow += +(sum < low - noise);
    uptoLow += +(sum <= low + noise);
    fromHigh += +(sum >= high - noise);
    aboveHigh += +(sum > high + noise);
  }
  return { belowLow, atLow: uptoLow - belowLow, atHigh: fromHigh - aboveHigh, aboveHigh };
}
