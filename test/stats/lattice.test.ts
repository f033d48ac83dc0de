import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLattice } from '../../src/stats/numeric/lattice.js';

fc.configureGlobal({ seed: 20260713 });

describe('toLattice', () => {
  it.each([
    ['thirds', [1 / 3, -2 / 3, 0, 1], [1, -2, 0, 3]],
    ['whole numbers with a common divisor', [6, -9, 12], [2, -3, 4]],
    ['differences that carry rounding noise', [0.9 - 0.6, 0.3, 0.1 + 0.2], [1, 1, 1]],
    ['sevenths and halves', [1 / 7, 0.5, -3 / 14], [2, 7, -3]],
    ['decimals', [0.125, 71.3, -0.005], [25, 14260, -1]],
    ['an odd scale', [Math.PI, 2 * Math.PI, -Math.PI * 1.5], [2, 4, -3]],
    ['long decimals', [0.123457, 0.5, -0.000001], [123457, 500000, -1]],
  ])('finds the unit of %s', (_, values, multiples) => {
    expect(toLattice(values)?.multiples).toEqual(multiples);
  });

  it.each([
    ['square roots', [1, Math.SQRT2, Math.sqrt(3)]],
    ['numbers of 53 bits', [0.7548776662466927, 0.5698402909980532, 0.1]],
  ])('finds none in %s', (_, values) => {
    expect(toLattice(values)).toBeNull();
  });

  it('recovers fractions at any scale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 97 }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (numerators, denominator, scale) => {
          const lattice = toLattice(numerators.map((numerator) => (numerator / denominator) * scale));
          expect(lattice).not.toBeNull();
          const largest = Math.max(...numerators.map(Math.abs));
          if (largest === 0) return;
          const ratio = (lattice?.multiples ?? []).reduce((sum, multiple) => sum + Math.abs(multiple), 0);
          const expected = numerators.reduce((sum, numerator) => sum + Math.abs(numerator), 0);
          expect(expected % ratio).toBe(0);
        },
      ),
    );
  });
});
