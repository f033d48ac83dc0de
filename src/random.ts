import { createHash } from 'node:crypto';
import { PawlError } from './errors.js';

/** A stream of random choices. Every method advances the stream. */
export interface Random {
  /** A number in [0, 1) with 32 random bits. */
  next(): number;
  /** A whole number in [0, bound). */
  below(bound: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One element; throws on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** One element, with probability proportional to its weight (finite, not negative, not all 0). */
  pickWeighted<T>(list: readonly T[], weightOf: (element: T) => number): T;
  /** `count` distinct elements in random order (all of them when there are fewer). */
  sample<T>(list: readonly T[], count: number): T[];
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
}

/**
 * A random stream derived from a seed and a purpose, and from nothing else: the same arguments give the same
 * choices, whatever was drawn before. The words are hashed with SHA-256 into the state of an sfc32 generator
 * (C. Doty-Humphrey's Small Fast Counting generator, 32-bit).
 *
 * @example
 * random(42, 'co', 'code', 3, 'mutation').below(6) // 0…5, always the same
 */
export function random(...purpose: readonly (string | number)[]): Random {
  let [a, b, c, counter] = startOf(purpose);

  const word = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) word();

  const next = (): number => word() / 4294967296;
  const below = (bound: number): number => {
    if (!Number.isInteger(bound) || bound < 1)
      throw new PawlError('bad-input', `below(${bound}): expected a whole number ≥ 1`);
    return Math.floor(next() * bound);
  };
  const at = <T>(list: readonly T[], index: number): T => list[index] as T;

  const stream: Random = {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => at(list, below(list.length)),
    pickWeighted: (list, weightOf) => {
      const weights = list.map(weightOf);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      if (!(total > 0) || !Number.isFinite(total)) {
        throw new PawlError(
          'bad-input',
          `pickWeighted: the weights of ${list.length} elements add up to ${total}`,
        );
      }
      let left = next() * total;
      for (const [index, weight] of weights.entries()) {
        left -= weight;
        if (left < 0 && weight > 0) return at(list, index);
      }
      return at(
        list,
        weights.findLastIndex((weight) => weight > 0),
      );
    },
    sample: (list, count) => stream.shuffle(list).slice(0, count),
    shuffle: (list) => {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [copy[last], copy[other]] = [at(copy, other), at(copy, last)];
      }
      return copy;
    },
  };
  return stream;
}

/** A single number in [0, 1) that belongs to these words: the hash behind susceptibilities and error draws. */
export function hashedUnit(...purpose: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(purpose), 'utf8').digest().readUInt32LE(0) / 4294967296;
}

/**
 * The same generator for inner loops: fills a buffer with 32-bit words, and goes on where the last call stopped.
 * The first words are those behind `random(...purpose)`.
 *
 * @example
 * const words = new Int32Array(2);
 * randomWords(42, 'resample')(words);
 * (words[0] >>> 0) / 4294967296 === random(42, 'resample').next() // true
 */
export function randomWords(...purpose: readonly (string | number)[]): (into: Int32Array) => void {
  const state = randomState(...purpose);
  return (into) => fillWords(state, into);
}

/**
 * The state of such a stream before its first word, for a kernel that runs the generator within its own loop: the
 * words a, b, c and the counter of sfc32, as `fillWords` below steps them.
 */
export function randomState(...purpose: readonly (string | number)[]): Int32Array {
  const state = new Int32Array(startOf(purpose));
  fillWords(state, new Int32Array(12));
  return state;
}

function fillWords(state: Int32Array, into: Int32Array): void {
  // Local copies, marked as 32-bit: the loop runs in registers.
  let a = (state[0] ?? 0) | 0;
  let b = (state[1] ?? 0) | 0;
  let c = (state[2] ?? 0) | 0;
  let counter = (state[3] ?? 0) | 0;
  const length = into.length;
  for (let at = 0; at < length; at++) {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    into[at] = t;
  }
  state.set([a, b, c, counter]);
}

/** The state that the hash of a purpose starts the generator in. */
function startOf(purpose: readonly (string | number)[]): [a: number, b: number, c: number, counter: number] {
  const digest = createHash('sha256').update(JSON.stringify(purpose), 'utf8').digest();
  return [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), 1];
}
