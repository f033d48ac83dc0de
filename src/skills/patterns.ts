import { cosine, wordVector, type TermVector } from './similarity.js';

/** Wordings that say the same, by group; the first wording of a group is the name that all of them go by. */
export type PatternGroups = readonly (readonly string[])[];

/** How wordings are grouped after new ones came in. */
export interface CanonicalPatterns {
  /** In order of the groups' first wordings. */
  readonly groups: PatternGroups;
  /** The canonical name of a wording; a wording that was never seen is its own name. */
  readonly nameOf: (wording: string) => string;
}

/** A bound on what is remembered below: models word patterns without end. */
const mostVectors = 5000;
const vectors = new Map<string, TermVector>();

/** The vector of a wording, so that one which comes back every round is not counted every round. */
function patternVector(text: string): TermVector {
  let vector = vectors.get(text);
  if (vector === undefined) {
    if (vectors.size >= mostVectors) vectors.clear();
    vectors.set(text, (vector = wordVector(text)));
  }
  return vector;
}

/**
 * How alike two patterns are: the cosine of their word counts, in [0, 1].
 *
 * @example
 * patternSimilarity('off-by-one in strings', 'off-by-one in lists') // 0.8
 */
export function patternSimilarity(a: string, b: string): number {
  return a === b ? 1 : cosine(patternVector(a), patternVector(b));
}

/**
 * Canonicalises patterns by the union of what is alike: wordings whose similarity reaches the threshold become one, through as
 * many steps as it takes, and go by the name that was seen first. Nothing that was joined comes apart again, since all wordings
 * are remembered; a new one can join groups that were apart.
 *
 * @param known the groups so far; any two wordings in different groups are less alike than the threshold
 * @param fresh patterns as the critics worded them, in order
 * @param threshold in [0, 1]
 * @example
 * canonicalise([], ['crash in lists', 'crash in lists today'], 0.85).groups // [['crash in lists', 'crash in lists today']]
 */
export function canonicalise(
  known: PatternGroups,
  fresh: readonly string[],
  threshold: number,
): CanonicalPatterns {
  const nameOf = new Map(known.flatMap((group) => group.map((wording) => [wording, group[0] ?? wording])));
  let groups = known;
  for (const wording of fresh) {
    if (nameOf.has(wording)) continue;
    const near = groups.filter((group) => group.some((one) => patternSimilarity(wording, one) >= threshold));
    const joined = [...near.flat(), wording];
    const name = joined[0] ?? wording;
    for (const one of joined) nameOf.set(one, name);
    const [home] = near;
    groups =
      home === undefined
        ? [...groups, joined]
        : groups.flatMap((group) => (group === home ? [joined] : near.includes(group) ? [] : [group]));
  }
  return { groups, nameOf: (wording) => nameOf.get(wording) ?? wording };
}
