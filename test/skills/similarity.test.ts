import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, tfIdfIndex, trigramVector, wordVector } from '../../src/skills/similarity.js';

const text = fc
  .array(fc.constantFrom('a', 'list', 'lists', 'of', 'words', 'x1'), { maxLength: 12 })
  .map((l) => l.join(' '));

/** Counts by a plain map, for formulas written out. */
function counts(given: string): Map<string, number> {
  const map = new Map<string, number>();
  for (const word of given.split(' ').filter(Boolean)) map.set(word, (map.get(word) ?? 0) + 1);
  return map;
}

function angle(a: Map<string, number>, b: Map<string, number>): number {
  const dot = [...a].reduce((sum, [word, count]) => sum + count * (b.get(word) ?? 0), 0);
  const norm = (map: Map<string, number>): number => Math.hypot(...map.values());
  return dot === 0 ? 0 : dot / (norm(a) * norm(b));
}

describe('cosine', () => {
  it('is that of word counts', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(cosine(wordVector(a), wordVector(b))).toBeCloseTo(angle(counts(a), counts(b)), 12);
      }),
    );
  });

  it('reads words without case and punctuation, trigrams within words', () => {
    expect(cosine(wordVector('Off-by-one, in LISTS'), wordVector('off by one in lists'))).toBeCloseTo(1, 12);
    expect(cosine(wordVector('list'), wordVector('lists'))).toBe(0);
    // ' li', 'lis', 'ist', 'st ' against ' li', 'lis', 'ist', 'sts', 'ts ': 3 / √20
    expect(cosine(trigramVector('list'), trigramVector('lists'))).toBeCloseTo(3 / Math.sqrt(20), 12);
    expect(cosine(trigramVector(''), trigramVector('lists'))).toBe(0);
  });
});

describe('tfIdfIndex', () => {
  it('ranks by the cosine of counts times ln((1 + n) / (1 + df)) + 1', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, (documents, query) => {
        const maps = documents.map(counts);
        const weigh = (map: Map<string, number>): Map<string, number> =>
          new Map(
            [...map].map(([word, count]) => {
              const frequency = maps.filter((one) => one.has(word)).length;
              return [word, count * (Math.log((1 + maps.length) / (1 + frequency)) + 1)];
            }),
          );
        const expected = maps.map((map) => angle(weigh(counts(query)), weigh(map)));
        const found = tfIdfIndex(documents.map(wordVector)).cosines(wordVector(query));
        found.forEach((value, index) => {
          expect(value).toBeCloseTo(expected[index] ?? NaN, 12);
        });
      }),
    );
  });

  it('gives terms numbers of their own, whatever was read before: sums are rounded alike in every process', () => {
    // FNV-1a of "a" is 0xe40c292c: its upper 21 bits, then 32 bits of the second hash, worked out by hand.
    expect([...wordVector('crash in lists').terms]).toEqual([...wordVector('lists, in: crash').terms]);
    expect([...wordVector('a').terms]).toEqual([8023711076952178]);
  });
});
