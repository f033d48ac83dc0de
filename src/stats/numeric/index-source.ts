import { randomWords } from '../../random.js';

/** Fills a buffer with random indices below a bound. */
export type IndexSource = (into: Uint32Array) => void;

/** Up to here half a random word is enough for an index. */
const HALF_WORD_TO = 2 ** 15;

/**
 * A stream of evenly distributed indices below `bound`, two out of each random word where that is enough. Values
 * that would favour some index are drawn again (D. Lemire, "Fast random integer generation in an interval", 2019).
 */
export function indexSource(bound: number, ...purpose: readonly (string | number)[]): IndexSource {
  const fill = randomWords(...purpose);
  const words = new Int32Array(2048);
  return bound <= HALF_WORD_TO ? halfWords(bound, fill, words) : wholeWords(bound, fill, words);
}

function halfWords(bound: number, fill: (into: Int32Array) => void, words: Int32Array): IndexSource {
  const refused = 65536 % bound;
  const count = words.length;
  let position = count;
  return (into) => {
    const length = into.length;
    let at = position;
    let out = 0;
    while (out < length) {
      if (at === count) {
        fill(words);
        at = 0;
      }
      for (; at < count && out < length; at++) {
        const word = words[at] ?? 0;
        const first = Math.imul(word & 0xffff, bound);
        if ((first & 0xffff) >= refused) into[out++] = first >>> 16;
        const second = Math.imul(word >>> 16, bound);
        if ((second & 0xffff) >= refused && out < length) into[out++] = second >>> 16;
      }
    }
    position = at;
  };
}

function wholeWords(bound: number, fill: (into: Int32Array) => void, words: Int32Array): IndexSource {
  const accepted = 2 ** 32 - (2 ** 32 % bound);
  const count = words.length;
  let at = count;
  return (into) => {
    for (let out = 0; out < into.length;) {
      if (at === count) {
        fill(words);
        at = 0;
      }
      const word = (words[at++] ?? 0) >>> 0;
      if (word < accepted) into[out++] = word % bound;
    }
  };
}
