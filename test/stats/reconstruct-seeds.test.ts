import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconstructSeeds } from '../../src/stats/reconstruct-seeds.js';

fc.configureGlobal({ seed: 20260713 });

const bad: unknown = expect.objectContaining({ code: 'bad-input' });

describe('reconstructSeeds', () => {
  it.each([
    ['0.625', '0.050', 40, [[23, 25, 27]]],
    ['0.417', '0.058', 40, [[14, 18, 18]]],
    [
      '0.55',
      '0.04',
      40,
      [
        [20, 23, 23],
        [21, 21, 24],
      ],
    ],
    ['0.830', '0.012', 96, [[79, 79, 81]]],
    ['0.868', '0.061', 96, [[79, 81, 90]]],
    ['0.700', '.025', 40, [[27, 28, 29]]],
    ['0.717', '±.038', 40, [[27, 29, 30]]],
    ['0.742', '± .014', 40, [[29, 30, 30]]],
    ['0.483', '0.038', 40, [[18, 19, 21]]],
    ['0.458', '0.038', 40, [[17, 18, 20]]],
    ['0.458', '0.029', 40, [[17, 19, 19]]],
    ['0.500', '0.026', 40, []],
    ['0.500', '0.026', 38, [[18, 19, 20]]],
  ])('%s with sd %s at n = %d', (mean, sd, n, triples) => {
    const result = reconstructSeeds({ mean, sd, n, seeds: 3 });
    expect(result).toMatchObject({ triples, possible: triples.length > 0, unit: 'run', sd_kind: 'sample' });
  });

  it('looks at several denominators', () => {
    const result = reconstructSeeds({ mean: '0.500', sd: '0.026', n: [36, 37, 38, 39, 40], seeds: 3 });
    expect(result.candidates.map(({ n, triples }) => [n, triples.length])).toEqual([
      [36, 0],
      [37, 0],
      [38, 1],
      [39, 0],
      [40, 0],
    ]);
    expect(result.triples).toEqual([[18, 19, 20]]);
  });

  // Full enumeration over fractions in Python
  it('tells the sample sd from the population sd', () => {
    const printed = { mean: '0.258', sd: '0.047', n: 40, seeds: 3 };
    expect(reconstructSeeds({ ...printed, sd_kind: 'population' }).triples).toEqual([[9, 9, 13]]);
    expect(reconstructSeeds(printed).possible).toBe(false);
    expect(reconstructSeeds({ mean: '0.61', sd: '0.05', n: 20, seeds: 4 }).triples).toEqual([
      [11, 12, 13, 13],
    ]);
    const coarse = reconstructSeeds({ mean: '0.3', sd: '0.2', n: 10, seeds: 3 }).triples;
    expect([...coarse].sort()).toEqual([
      [0, 4, 4],
      [1, 2, 5],
      [1, 3, 4],
      [1, 3, 5],
      [1, 4, 4],
      [1, 4, 5],
      [2, 2, 5],
      [2, 2, 6],
      [2, 3, 5],
    ]);
  });

  it('finds what was printed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 96 }),
        fc.array(fc.nat(), { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 2, max: 4 }),
        (n, raw, digits) => {
          const counts = raw.map((count) => count % (n + 1)).sort((a, b) => a - b);
          const shares = counts.map((count) => count / n);
          const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
          const sd = Math.sqrt(
            shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1),
          );
          const printed = { mean: mean.toFixed(digits), sd: sd.toFixed(digits), n, seeds: counts.length };
          expect(reconstructSeeds(printed).triples).toContainEqual(counts);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lets halves round either way', () => {
    // 1/8 = 0.125 is printed as .12 or .13
    for (const mean of ['.12', '.13'])
      expect(reconstructSeeds({ mean, sd: '0.00', n: 8, seeds: 2 }).triples).toEqual([[1, 1]]);
    expect(reconstructSeeds({ mean: '.14', sd: '0.00', n: 8, seeds: 2 }).possible).toBe(false);
  });

  it('warns of two seeds and of an sd of 0', () => {
    const { warnings } = reconstructSeeds({ mean: '0.5', sd: '0.00', n: 8, seeds: 2 });
    expect(warnings.map(({ code }) => code)).toEqual(['few-runs', 'zero-variance']);
  });

  it.each([
    [{ mean: 'about half', sd: '0.1', n: 40, seeds: 3 }],
    [{ mean: '', sd: '0.1', n: 40, seeds: 3 }],
    [{ mean: '0.5', sd: '-0.1', n: 40, seeds: 3 }],
    [{ mean: '0.5', sd: '0.1', n: 0, seeds: 3 }],
    [{ mean: '0.5', sd: '0.1', n: [], seeds: 3 }],
    [{ mean: '0.5', sd: '0.1', n: 40, seeds: 1 }],
    [{ mean: '0.5', sd: '0.1', n: 40, seeds: 9 }],
    [{ mean: '0.5', sd: '0.1', n: 2e6, seeds: 3 }],
    [{ mean: '0.5', sd: '0.3', n: 5000, seeds: 5 }],
  ])('refuses %j', (printed) => {
    expect(() => reconstructSeeds(printed)).toThrow(bad);
  });
});
