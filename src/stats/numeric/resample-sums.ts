import { randomState } from '../../random.js';
import { eachResample } from './resampled.js';

/** Up to here half a random word is enough for an index, and few are refused. */
const HALF_WORD_TO = 2 ** 13;

/** Sums of so many resamples (with replacement, of the sample's own size) of the values. */
export function resampleSums(values: readonly number[], resamples: number, seed: number): Float64Array {
  const source = Float64Array.from(values);
  const sums = new Float64Array(resamples);
  if (source.length <= HALF_WORD_TO) {
    sumOfHalfWords(source, sums, randomState(seed, 'bootstrap-sums', source.length));
  } else {
    eachResample(source.length, resamples, seed, (indices, resample) => {
      let sum = 0;
      for (const index of indices) sum += source[index] ?? 0;
      sums[resample] = sum;
    });
  }
  return sums;
}

/**
 * Index and sum in one loop, with the generator of `randomWords` inlined, as 10^8 draws are common here: a random
 * word gives a pair of draws. A pair with a half that would favour some index is refused (D. Lemire, "Fast random
 * integer generation in an interval", 2019).
 */
function sumOfHalfWords(source: Float64Array, sums: Float64Array, state: Int32Array): void {
  const size = source.length | 0;
  const refused = 65536 % size;
  let a = (state[0] ?? 0) | 0;
  let b = (state[1] ?? 0) | 0;
  let c = (state[2] ?? 0) | 0;
  let counter = (state[3] ?? 0) | 0;
  for (let resample = 0; resample < sums.length; resample++) {
    // Two sums, because a single one would wait for itself.
    let even = 0;
    let odd = 0;
    let left = size;
    while (left > 0) {
      const word = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (c << 21) | (c >>> 11);
      c = (c + word) | 0;
      const first = Math.imul(word & 0xffff, size);
      const second = Math.imul(word >>> 16, size);
      if ((first & 0xffff) >= refused && (second & 0xffff) >= refused) {
        even += source[first >>> 16] ?? 0;
        if (left > 1) odd += source[second >>> 16] ?? 0;
        left -= 2;
      }
    }
    sums[resample] = even + odd;
  }
}
