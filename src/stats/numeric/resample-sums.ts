import { randomWords } from '../../random.js';
import { eachResample } from './resampled.js';

/** Up to here half a random word is enough for an index. */
const HALF_WORD_TO = 2 ** 15;

/** Sums of so many resamples (with replacement, of the sample's own size) of the values. */
export function resampleSums(values: readonly number[], resamples: number, seed: number): Float64Array {
  const source = Float64Array.from(values);
  const sums = new Float64Array(resamples);
  if (source.length <= HALF_WORD_TO) {
    sumOfHalfWords(source, sums, randomWords(seed, 'bootstrap-sums', source.length));
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
 * Index and sum in one loop, two draws a random word, as 10^8 draws are common here. Halves that would favour some
 * index are refused (D. Lemire, "Fast random integer generation in an interval", 2019).
 */
function sumOfHalfWords(source: Float64Array, sums: Float64Array, fill: (into: Int32Array) => void): void {
  const size = source.length;
  const refused = 65536 % size;
  const words = new Int32Array(2048);
  let next = words.length;
  for (let resample = 0; resample < sums.length; resample++) {
    // Two sums, because a single one would wait for itself.
    let even = 0;
    let odd = 0;
    let left = size;
    while (left > 0) {
      if (next === words.length) {
        fill(words);
        next = 0;
      }
      const end = Math.min(words.length, next + (left >> 1));
      for (; next < end; next++) {
        const word = words[next] ?? 0;
        const first = Math.imul(word & 0xffff, size);
        if ((first & 0xffff) >= refused) {
          even += source[first >>> 16] ?? 0;
          left--;
        }
        const second = Math.imul(word >>> 16, size);
        if ((second & 0xffff) >= refused) {
          odd += source[second >>> 16] ?? 0;
          left--;
        }
      }
      if (left === 1 && next < words.length) {
        const last = Math.imul((words[next++] ?? 0) & 0xffff, size);
        if ((last & 0xffff) >= refused) {
          even += source[last >>> 16] ?? 0;
          left--;
        }
      }
    }
    sums[resample] = even + odd;
  }
}
