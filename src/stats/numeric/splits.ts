import { indexSource } from './index-source.js';
import { SUM_NOISE } from './subset-sums.js';

/** How many splits have a group sum above, on, below the observed one, and how far from the expected sum. */
export interface SplitCounts {
  readonly total: number;
  readonly above: number;
  readonly equal: number;
  readonly below: number;
  /** Further from the expected sum than the observed one, on either side; as far. */
  readonly further: number;
  readonly asFar: number;
}

/** Tells for a group sum where it lies; sums within `noise` tie. Distances are compared times n, to stay whole. */
class Tally {
  private readonly tallied = { total: 0, above: 0, equal: 0, below: 0, further: 0, asFar: 0 };
  private readonly observed: number;
  private readonly middle: number;
  private readonly distance: number;
  private readonly noise: number;
  private readonly count: number;

  constructor(values: readonly number[], groupSize: number, whole: boolean) {
    const total = values.reduce((sum, value) => sum + value, 0);
    this.count = values.length;
    this.noise = whole ? 0 : SUM_NOISE * total;
    this.observed = values.slice(0, groupSize).reduce((sum, value) => sum + value, 0);
    this.middle = total * groupSize;
    this.distance = Math.abs(this.observed * this.count - this.middle);
  }

  add(sum: number, share: number): void {
    this.tallied.total += share;
    const gap = sum - this.observed;
    if (gap > this.noise) this.tallied.above += share;
    else if (gap < -this.noise) this.tallied.below += share;
    else this.tallied.equal += share;
    const further = Math.abs(sum * this.count - this.middle) - this.distance;
    if (further > this.noise * this.count) this.tallied.further += share;
    else if (further >= -this.noise * this.count) this.tallied.asFar += share;
  }

  counts(): SplitCounts {
    return this.tallied;
  }
}

/**
 * All splits of whole numbers, by dynamic programming over (numbers in the group, their sum). Counts are halved with
 * each number, which cancels in the end and keeps them in range. The smaller group is followed.
 */
export function latticeSplits(values: readonly number[], groupSize: number): SplitCounts {
  const total = values.reduce((sum, value) => sum + value, 0);
  const followed = Math.min(groupSize, values.length - groupSize);
  const descending = [...values].sort((a, b) => b - a);
  const largest = descending.slice(0, followed).reduce((sum, value) => sum + value, 0);
  const width = largest + 1;
  const table = new Float64Array((followed + 1) * width);
  table[0] = 1;
  let reach = 0;
  for (const [index, value] of [...values].sort((a, b) => a - b).entries()) {
    reach = Math.min(largest, reach + value);
    // Whole counts are exact up to 2^53; only longer lists are scaled.
    const scale = values.length > 53 ? 0.5 : 1;
    for (let size = Math.min(followed, index + 1); size >= 1; size--) {
      addRow(table, size * width, (size - 1) * width, value, reach, scale);
    }
    if (scale !== 1) for (let sum = 0; sum <= reach; sum++) table[sum] = (table[sum] ?? 0) * scale;
  }
  const tally = new Tally(values, groupSize, true);
  for (let sum = 0; sum <= largest; sum++) {
    const count = table[followed * width + sum] ?? 0;
    if (count !== 0) tally.add(followed === groupSize ? sum : total - sum, count);
  }
  return tally.counts();
}

/** row[sum] = scale · (row[sum] + previous[sum − value]); rows are taken from the largest group down. */
function addRow(
  table: Float64Array,
  row: number,
  previous: number,
  value: number,
  reach: number,
  scale: number,
): void {
  for (let sum = 0; sum < value && sum <= reach; sum++) table[row + sum] = scale * (table[row + sum] ?? 0);
  for (let sum = value; sum <= reach; sum++) {
    table[row + sum] = scale * ((table[row + sum] ?? 0) + (table[previous + sum - value] ?? 0));
  }
}

/** All splits of at most 40 real numbers: the sums of either half by group size, each sorted, meet in the middle. */
export function realSplits(values: readonly number[], groupSize: number): SplitCounts {
  const total = values.reduce((sum, value) => sum + value, 0);
  const noise = SUM_NOISE * total;
  const observed = values.slice(0, groupSize).reduce((sum, value) => sum + value, 0);
  const opposite = (2 * total * groupSize) / values.length - observed;
  const half = values.length >> 1;
  const first = sumsBySize(values.slice(0, half));
  const second = sumsBySize(values.slice(half));
  const upTo = (limit: number): number => {
    let pairs = 0;
    for (
      let size = Math.max(0, groupSize - second.length + 1);
      size < first.length && size <= groupSize;
      size++
    ) {
      pairs += pairsUpTo(first[size] ?? EMPTY, second[groupSize - size] ?? EMPTY, limit);
    }
    return pairs;
  };
  const all = upTo(Infinity);
  const below = upTo(observed - noise);
  const upToObserved = upTo(observed + noise);
  const [low, high] = observed < opposite ? [observed, opposite] : [opposite, observed];
  const meeting = high - low <= 2 * noise;
  const insideOpen = meeting ? 0 : upTo(high - noise) - upTo(low + noise);
  const insideClosed = upTo(high + noise) - upTo(low - noise);
  return {
    total: all,
    above: all - upToObserved,
    equal: upToObserved - below,
    below,
    further: all - insideClosed,
    asFar: insideClosed - insideOpen,
  };
}

const EMPTY = new Float64Array(0);

/** Sorted sums of all groups of each size. */
function sumsBySize(values: readonly number[]): Float64Array[] {
  let lists: Float64Array[] = [Float64Array.of(0)];
  for (const value of values) {
    lists = Array.from({ length: lists.length + 1 }, (_, size) =>
      mergeShifted(lists[size] ?? EMPTY, lists[size - 1] ?? EMPTY, value),
    );
  }
  return lists;
}

/** Merges `stayed` with `moved` + value, both ascending. */
function mergeShifted(stayed: Float64Array, moved: Float64Array, value: number): Float64Array {
  const merged = new Float64Array(stayed.length + moved.length);
  let i = 0;
  let j = 0;
  for (let out = 0; out < merged.length; out++) {
    const shifted = j < moved.length ? (moved[j] ?? 0) + value : Infinity;
    if (i < stayed.length && (stayed[i] ?? 0) <= shifted) merged[out] = stayed[i++] ?? 0;
    else {
      merged[out] = shifted;
      j++;
    }
  }
  return merged;
}

/** How many pairs of one sum each have a total up to the limit; both lists ascending. */
function pairsUpTo(first: Float64Array, second: Float64Array, limit: number): number {
  let pairs = 0;
  let left = second.length;
  for (let i = 0; i < first.length && left > 0; i++) {
    const rest = limit - (first[i] ?? 0);
    while (left > 0 && (second[left - 1] ?? 0) > rest) left--;
    pairs += left;
  }
  return pairs;
}

/** Random splits: the group is the head of a partial shuffle. */
export function drawSplits(
  values: readonly number[],
  groupSize: number,
  whole: boolean,
  resamples: number,
  seed: number,
): SplitCounts {
  const order = Float64Array.from(values);
  const count = values.length;
  const followed = Math.min(groupSize, count - groupSize);
  const total = values.reduce((sum, value) => sum + value, 0);
  const tally = new Tally(values, groupSize, whole);
  const sources = Array.from({ length: followed }, (_, at) =>
    indexSource(count - at, seed, 'splits', count, at),
  );
  const buffers = sources.map(() => new Uint32Array(256));
  for (let resample = 0; resample < resamples; resample++) {
    const at = resample % 256;
    if (at === 0)
      for (const [place, source] of sources.entries()) source(buffers[place] ?? new Uint32Array(0));
    let sum = 0;
    for (let place = 0; place < followed; place++) {
      const other = place + (buffers[place]?.[at] ?? 0);
      const drawn = order[other] ?? 0;
      order[other] = order[place] ?? 0;
      order[place] = drawn;
      sum += drawn;
    }
    tally.add(followed === groupSize ? sum : total - sum, 1);
  }
  return tally.counts();
}
