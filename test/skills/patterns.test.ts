import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise, patternSimilarity, type PatternGroups } from '../../src/skills/patterns.js';

const words = fc.array(fc.constantFrom('crash', 'in', 'lists', 'strings', 'today', 'again'), {
  minLength: 1,
  maxLength: 5,
});
const wording = words.map((list) => list.join(' '));

/** Connected components by repeated merging, written independently: sets of wordings. */
function components(wordings: readonly string[], threshold: number): Set<string>[] {
  let sets = [...new Set(wordings)].map((one) => new Set([one]));
  for (let changed = true; changed;) {
    changed = false;
    for (const a of sets)
      for (const b of sets)
        if (
          a !== b &&
          sets.includes(a) &&
          [...a].some((x) => [...b].some((y) => patternSimilarity(x, y) >= threshold))
        ) {
          sets = [...sets.filter((one) => one !== a && one !== b), new Set([...a, ...b])];
          changed = true;
        }
  }
  return sets;
}

const asSets = (groups: PatternGroups): string[] => groups.map((group) => [...group].sort().join('|')).sort();

describe('canonicalise', () => {
  it('joins what reaches the threshold, and names it by what was seen first', () => {
    // 3 / √(3 · 4) = 0.866; 2 / 3 = 0.667
    const { groups, nameOf } = canonicalise(
      [],
      ['crash in lists', 'crash in lists today', 'crash in strings'],
      0.85,
    );
    expect(groups).toEqual([['crash in lists', 'crash in lists today'], ['crash in strings']]);
    expect(nameOf('crash in lists today')).toBe('crash in lists');
    expect(canonicalise([], ['crash in lists', 'crash in lists today'], 0.87).groups).toHaveLength(2);
  });

  it('goes through as many steps as it takes, and joins groups that a new wording connects', () => {
    const a = 'a b c d e f';
    const c = 'a b c d e f g h h';
    const bridge = 'a b c d e f g h';
    expect(patternSimilarity(a, c)).toBeLessThan(0.82);
    expect(patternSimilarity(a, bridge)).toBeGreaterThan(0.86);
    const apart = canonicalise([], [a, c], 0.85);
    expect(apart.groups).toEqual([[a], [c]]);
    const joined = canonicalise(apart.groups, [bridge], 0.85);
    expect(joined.groups).toEqual([[a, c, bridge]]);
    // What was joined stays joined, also in rounds in which the bridge is not worded.
    expect(canonicalise(joined.groups, [c], 0.85).nameOf(c)).toBe(a);
  });

  it('gives connected components, however the wordings are dealt over rounds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(wording, { maxLength: 4 }), { maxLength: 4 }),
        fc.constantFrom(0.7, 0.85),
        (rounds, threshold) => {
          let groups: PatternGroups = [];
          for (const fresh of rounds) groups = canonicalise(groups, fresh, threshold).groups;
          const expected = components(rounds.flat(), threshold).map((set) => [...set]);
          expect(asSets(groups)).toEqual(asSets(expected));
          const first = rounds.flat();
          for (const group of groups)
            expect(group[0]).toBe(group.toSorted((x, y) => first.indexOf(x) - first.indexOf(y))[0]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('hands back the same groups where nothing is new, and changes none that it was given', () => {
    const known = Object.freeze([Object.freeze(['crash in lists'])]);
    expect(canonicalise(known, ['crash in lists'], 0.85).groups).toBe(known);
    expect(canonicalise(known, ['crash in lists today'], 0.85).groups).toHaveLength(1);
    expect(known).toEqual([['crash in lists']]);
  });
});
