/** Shares of the equally likely subsets whose sum is below a bound, and exactly on it. */
export interface SubsetTail {
  readonly below: number;
  readonly at: number;
}

/** Shares below this are taken for 0: doubles lose their digits near 1e-308. */
export const SMALLEST_SHARE = 1e-280;

/**
 * The tail of a random subset sum of whole numbers, by dynamic programming: after each step, `share[x]` is the
 * probability that the sum of a random subset of the numbers so far is x. Halving on the way keeps every share in
 * range (2⁻ⁿ at the end would underflow); sums above the bound never come back and are not kept.
 *
 * @param sizes whole numbers above 0
 * @param bound whole number from 0
 */
export function latticeTail(sizes: readonly number[], bound: number): SubsetTail {
  const ascending = Float64Array.from(sizes).sort();
  // Shares too small to matter are dropped on the way; if the answer itself is small, again with all of them.
  const rough = sweep(ascending, bound, 1e-30);
  return rough.below + rough.at > 1e-10 ? rough : sweep(ascending, bound, SMALLEST_SHARE);
}

function sweep(ascending: Float64Array, bound: number, negligible: number): SubsetTail {
  const fitting = ascending.findLastIndex((size) => size <= bound) + 1;
  // Sum x lives at x + pad: reading below sum 0 finds zeros, so no step needs a special case at its edge.
  const pad = 4 * (fitting === 0 ? 0 : (ascending[fitting - 1] ?? 0));
  const share = new Float64Array(pad + bound + 1);
  share[pad] = 1;
  let low = pad;
  let high = pad;
  for (let i = 0; i < fitting;) {
    const size = ascending[i] ?? 0;
    const step =
      ascending[i + 3] === size && i + 3 < fitting ? 4 : ascending[i + 1] === size && i + 1 < fitting ? 2 : 1;
    high = Math.min(pad + bound, high + step * size);
    if (step === 4) takeFour(share, low, high, size);
    else if (step === 2) takeTwo(share, low, high, size);
    else takeOne(share, low, high, size);
    i += step;
    while (low < high && (share[low] ?? 0) < negligible) share[low++] = 0;
    while (high > low && (share[high] ?? 0) < negligible) share[high--] = 0;
  }
  let below = 0;
  for (let x = low; x < pad + bound; x++) below += share[x] ?? 0;
  // A number above the bound is left out of every subset that counts: half of them.
  const left = 0.5 ** (ascending.length - fitting);
  return { below: below * left, at: (share[pad + bound] ?? 0) * left };
}

/** One number: share · (1 + z^k)/2, in place from the top. */
function takeOne(share: Float64Array, low: number, high: number, k: number): void {
  for (let x = high; x >= low; x--) share[x] = 0.5 * ((share[x] ?? 0) + (share[x - k] ?? 0));
}

/** Two equal numbers: share · (1 + z^k)²/4. */
function takeTwo(share: Float64Array, low: number, high: number, k: number): void {
  for (let x = high; x >= low; x--) {
    share[x] = 0.25 * ((share[x] ?? 0) + (share[x - 2 * k] ?? 0)) + 0.5 * (share[x - k] ?? 0);
  }
}

/** Four equal numbers: share · (1 + z^k)⁴/16. */
function takeFour(share: Float64Array, low: number, high: number, k: number): void {
  for (let x = high; x >= low; x--) {
    share[x] =
      0.0625 * ((share[x] ?? 0) + (share[x - 4 * k] ?? 0)) +
      0.25 * ((share[x - k] ?? 0) + (share[x - 3 * k] ?? 0)) +
      0.375 * (share[x - 2 * k] ?? 0);
  }
}

/** Rounding noise of a subset sum, as a share of the sum of all: sums nearer than this are ties. */
export const SUM_NOISE = 1e-13;

/**
 * The tail of a random subset sum of real numbers: the sums of either half, each sorted, meet in the middle
 * (E. Horowitz and S. Sahni, 1974). Every subset is counted; sums within rounding noise of the bound are ties.
 *
 * @param sizes at most 44 numbers above 0
 */
export function realTail(sizes: readonly number[], bound: number): SubsetTail {
  const noise = SUM_NOISE * sizes.reduce((sum, size) => sum + size, 0);
  const ascending = Float64Array.from(sizes).sort();
  const scratch = new Float64Array(2 ** Math.ceil(sizes.length / 2) + 1);
  const first = sortedSums(ascending.subarray(0, sizes.length >> 1), scratch);
  const second = sortedSums(ascending.subarray(sizes.length >> 1), scratch);
  let below = 0;
  let upTo = 0;
  let strict = second.length;
  let loose = second.length;
  const end = first.length;
  for (let i = 0; i < end && loose > 0; i++) {
    const rest = bound - (first[i] ?? 0);
    while (loose > 0 && (second[loose - 1] ?? 0) > rest + noise) loose--;
    if (strict > loose) strict = loose;
    while (strict > 0 && (second[strict - 1] ?? 0) >= rest - noise) strict--;
    below += strict;
    upTo += loose;
  }
  const subsets = 2 ** sizes.length;
  return { below: below / subsets, at: (upTo - below) / subsets };
}

/**
 * All subset sums, ascending, by merging the list with its shifted self once a number. The sums are symmetric about
 * half the total, so each merge stops in the middle and the rest is its mirror image.
 */
function sortedSums(sizes: Float64Array, scratch: Float64Array<ArrayBuffer>): Float64Array {
  const length = 2 ** sizes.length;
  let sums = new Float64Array(length + 1);
  let next = scratch;
  let total = 0;
  let count = 1;
  for (const size of sizes) {
    sums[count] = Infinity;
    mergeHalf(sums, next, size, count);
    total += size;
    for (let at = 0; at < count; at++) next[2 * count - 1 - at] = total - (next[at] ?? 0);
    count *= 2;
    [sums, next] = [next, sums];
  }
  return sums === scratch ? sums.slice(0, length) : sums.subarray(0, length);
}

/** The first `count` of the `sums` (ascending, closed by ∞) merged with the `sums` + size. */
function mergeHalf(sums: Float64Array, into: Float64Array, size: number, count: number): void {
  let plain = 0;
  let shifted = 0;
  let stayed = sums[0] ?? 0;
  let moved = stayed + size;
  for (let out = 0; out < count; out++) {
    if (stayed <= moved) {
      into[out] = stayed;
      stayed = sums[++plain] ?? 0;
    } else {
      into[out] = moved;
      moved = (sums[++shifted] ?? 0) + size;
    }
  }
}
