import { describe, expect, it } from 'vitest';
import { parsePrinted } from '../../../src/analysis/paper/printed-number.js';

describe('parsePrinted', () => {
  it.each([
    ['0.717', 0.7165, 0.7175],
    ['.27', 0.265, 0.275],
    ['−.03', -0.035, -0.025],
    ['-0.10', -0.105, -0.095],
    ['+0.004', 0.0035, 0.0045],
    ['106%', 1.055, 1.065],
    ['53.5 %', 0.5345, 0.5355],
    ['61', 61, 61],
    ['1,056', 1056, 1056],
    ['14,451', 14451, 14451],
    ['≈0.285', 0.2845, 0.2855],
    ['≈30%', 0.295, 0.305],
  ])('reads %s with what rounding leaves open', (text, low, high) => {
    const printed = parsePrinted(text);
    expect(printed?.kind).toBe('number');
    const box = printed?.kind === 'number' ? printed.value.box : undefined;
    expect(box?.low).toBeCloseTo(low, 12);
    expect(box?.high).toBeCloseTo(high, 12);
  });

  it('keeps the digits of a mean and an sd, which carry the decimals', () => {
    const printed = parsePrinted('0.500±0.026');
    expect(printed).toMatchObject({ kind: 'mean-sd', mean: { digits: '0.500' }, sd: { digits: '0.026' } });
    expect(parsePrinted('0.717 ± .038')).toMatchObject({
      kind: 'mean-sd',
      sd: { digits: '.038', value: 0.038 },
    });
  });

  it('reads intervals, ranges and fractions', () => {
    expect(parsePrinted('[−.03, .06]')).toMatchObject({
      kind: 'interval',
      low: { value: -0.03 },
      high: { value: 0.06 },
    });
    expect(parsePrinted('[-.05, -.03]')).toMatchObject({
      kind: 'interval',
      low: { value: -0.05 },
      high: { value: -0.03 },
    });
    expect(parsePrinted('997–1014')).toMatchObject({
      kind: 'range',
      low: { value: 997 },
      high: { value: 1014 },
    });
    expect(parsePrinted('.97-1.0')).toMatchObject({
      kind: 'range',
      low: { value: 0.97 },
      high: { value: 1 },
    });
    expect(parsePrinted('271/526')).toMatchObject({
      kind: 'fraction',
      part: { value: 271 },
      whole: { value: 526 },
    });
  });

  it.each(['', 'vacuous', '0.7l7', '±0.1', '1/0', '1e5', '.', '%', '[.1]', '10,00', '0.5 0.6', 'NaN', '--1'])(
    'refuses %j',
    (text) => {
      expect(parsePrinted(text)).toBeUndefined();
    },
  );

  it('knows a number that was printed as approximate', () => {
    expect(parsePrinted('≈0.27')).toMatchObject({ value: { approximate: true } });
    expect(parsePrinted('0.27')).toMatchObject({ value: { approximate: false } });
  });
});
