import { cosine, wordVector, type TermVector } from './similarity.js';

const vectors = new Map<string, TermVector>();

/** The vector of a pattern, computed once a text. */
function patternVector(text: string): TermVector {
  let vector = vectors.get(text);
  if (vector === undefined) vectors.set(text, (vector = wordVector(text)));
  return vector;
}

const cosines = new Map<string, number>();

/** How alike two patterns are: cosine of their words, in [0, 1]. */
export function patternSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const key = a < b ? `${a}\n${b}` : `${b}\n${a}`;
  let value = cosines.get(key);
  if (value === undefined) cosines.set(key, (value = cosine(patternVector(a), patternVector(b))));
  return value;
}

/**
 * Canonicalises patterns by union-find: patterns whose words agree to `threshold` (cosine) become one, through as many steps
 * as it takes, and go by the name that was seen first.
 *
 * @param known canonical patterns in order of appearance
 * @param fresh patterns as the critics worded them, in order
 * @returns the canonical name of each fresh pattern, and all canonical patterns
 * @example
 * canonicalise([], ['crash in lists', 'crash in lists tasks'], 0.85).canonical // ['crash in lists', 'crash in lists']
 */
export function canonicalise(
  known: readonly string[],
  fresh: readonly string[],
  threshold: number,
): { readonly canonical: readonly string[]; readonly patterns: readonly string[] } {
  const all = [...new Set([...known, ...fresh])];
  const parent = all.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] as number;
    return root;
  };
  // Known patterns were told apart before; only new words can join anything.
  for (let index = known.length; index < all.length; index++) {
    const own = all[index] as string;
    for (let earlier = 0; earlier < index; earlier++) {
      if (patternSimilarity(own, all[earlier] as string) < threshold) continue;
      const [low, high] = [rootOf(earlier), rootOf(index)].sort((a, b) => a - b) as [number, number];
      parent[high] = low;
    }
  }
  const nameOf = new Map(all.map((text, index) => [text, all[rootOf(index)] as string]));
  const canonical = fresh.map((text) => nameOf.get(text) ?? text);
  return { canonical, patterns: [...new Set([...known, ...canonical])] };
}
