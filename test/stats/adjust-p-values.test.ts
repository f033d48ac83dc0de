import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustPValues } from '../../src/stats/adjust-p-values.js';

fc.configureGlobal({ seed: 20260713 });

// Y. Benjamini and Y. Hochberg (1995), section 3.2; adjusted by statsmodels 0.15.0 multipletests
const fifteen = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
  0.759, 1,
];
const methods = ['holm', 'hochberg', 'bh', 'by'] as const;

describe('adjustPValues', () => {
  it.each([
    ['holm', [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1], 3],
    [
      'hochberg',
      [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.2682, 0.2682, 0.2752, 0.3213, 1, 1, 1, 1, 1, 1],
      3,
    ],
    [
      'bh',
      [
        0.0015,
        0.003,
        0.0095,
        0.035625,
        0.0603,
        0.447 / 7,
        0.447 / 7,
        0.0645,
        0.0765,
        0.486,
        6.393 / 11,
        0.714875,
        9.792 / 13,
        11.385 / 14,
        1,
      ],
      4,
    ],
    [
      'by',
      [
        0.00497734348984, 0.00995468697969, 0.0315231754357, 0.118211907884, 0.200089208292, 0.211892622853,
        0.211892622853, 0.214025770063, 0.253844517982, 1, 1, 1, 1, 1, 1,
      ],
      3,
    ],
  ] as const)('%s on fifteen p-values', (method, expected, rejected) => {
    const result = adjustPValues(fifteen, method);
    for (const [at, value] of expected.entries()) expect(result.adjusted[at]).toBeCloseTo(value, 12);
    expect(result.adjusted.filter((p) => p <= 0.05)).toHaveLength(rejected);
    expect(result).toMatchObject({ n: 15, method, warnings: [] });
  });

  it('is monotone, keeps the order of the input, and never shrinks a p', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...methods),
        (pValues, method) => {
          const { adjusted } = adjustPValues(pValues, method);
          for (const [i, p] of pValues.entries()) {
            expect(adjusted[i]).toBeGreaterThanOrEqual(p * (1 - 1e-12));
            expect(adjusted[i]).toBeLessThanOrEqual(1);
            for (const [j, other] of pValues.entries()) {
              if (p < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? NaN);
              if (p === other) expect(adjusted[i]).toBe(adjusted[j]);
            }
          }
        },
      ),
    );
  });

  it('orders the methods by strictness', () => {
    const [holm, hochberg, bh, by] = methods.map((method) => adjustPValues(fifteen, method).adjusted);
    for (const at of fifteen.keys()) {
      expect(hochberg?.[at]).toBeLessThanOrEqual((holm?.[at] ?? NaN) + 1e-15);
      expect(bh?.[at]).toBeLessThanOrEqual((hochberg?.[at] ?? NaN) + 1e-15);
      expect(bh?.[at]).toBeLessThanOrEqual(by?.[at] ?? NaN);
    }
    expect(adjustPValues([0.3], 'by').adjusted).toEqual([0.3]);
  });

  it.each([[[]], [[0.1, NaN]], [[-0.1]], [[1.1]]])('refuses %j', (pValues) => {
    expect(() => adjustPValues(pValues, 'bh')).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });

  it('helps with a misspelt method', () => {
    expect(() => adjustPValues([0.1], 'holms' as 'holm')).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
