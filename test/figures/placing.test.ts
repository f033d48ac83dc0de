import fc from 'fast-check';
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { dataPath } from '../../src/data-folder.js';
import { finishSvg } from '../../src/figures/finish-svg.js';
import { spread } from '../../src/figures/spread.js';
import { fitText, textWidth, wrapText } from '../../src/figures/text-width.js';
import { extent, printed, roundTicks, signed } from '../../src/figures/ticks.js';

describe('spread', () => {
  it('keeps order and distance, stays in range, and moves nothing that has room', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 8 }), (wanted) => {
        const placed = spread(wanted, 12, [0, 100]);
        const order = wanted
          .map((_, index) => index)
          .sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
        const sorted = order.map((index) => placed[index] ?? 0);
        sorted.slice(1).forEach((value, index) => {
          expect(value - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(12 - 1e-9);
        });
        for (const value of placed) {
          expect(value).toBeGreaterThanOrEqual(-1e-9);
          expect(value).toBeLessThanOrEqual(100 + 1e-9);
        }
        const wide = order.every(
          (index, rank) => rank === 0 || (wanted[index] ?? 0) - (wanted[order[rank - 1] ?? 0] ?? 0) >= 12,
        );
        if (wide) placed.forEach((value, index) => expect(value).toBeCloseTo(wanted[index] ?? 0, 6));
      }),
    );
  });
});

describe('textWidth', () => {
  const drawn = (text: string, weight: number): number => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60"><text x="10" y="40" font-family="Inter" font-weight="${weight}" font-size="20">${text}</text></svg>`;
    const box = new Resvg(svg, {
      font: {
        loadSystemFonts: false,
        fontFiles: [dataPath('fonts', 'Inter-Regular.ttf'), dataPath('fonts', 'Inter-SemiBold.ttf')],
      },
    }).getBBox();
    return box?.width ?? 0;
  };

  it.each([400, 600] as const)('agrees with what is drawn in weight %i', (weight) => {
    for (const text of ['held-out agreement', '0.27 → 0.65', 'no-lifecycle', 'λ ≥ 0.25']) {
      // The ink ends within the advance, less side bearings and kerning.
      expect(Math.abs(textWidth(text, 20, weight) - drawn(text, weight))).toBeLessThan(4);
    }
  });

  it('cuts and breaks', () => {
    const cut = fitText('low_status_card_overclaimed', 80, 9);
    expect(cut).toMatch(/^low_.*…$/);
    expect(textWidth(cut, 9)).toBeLessThanOrEqual(80);
    expect(fitText('crash', 80, 9)).toBe('crash');
    expect(wrapText('a mean with its 95 % interval', 80, 9)).toEqual([
      'a mean with its',
      '95\u00a0% interval',
    ]);
  });
});

describe('numbers', () => {
  it('round halves as on paper and write a true minus', () => {
    expect(printed(-0.075, 2)).toBe('−0.08');
    expect(printed(0.125, 2)).toBe('0.13');
    expect(printed(-0.001, 2)).toBe('0.00');
    expect(signed(0.0167, 2)).toBe('+0.02');
    expect(signed(-0.0001, 2)).toBe('0.00');
  });

  it('become round ticks around the range', () => {
    expect(roundTicks(0.21, 0.68, 4)).toEqual([0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    expect(roundTicks(0, 70, 4)).toEqual([0, 20, 40, 60, 80]);
    expect(roundTicks(0.5, 0.5, 4).length).toBeGreaterThan(1);
    expect(extent([null, 3, undefined, 1])).toEqual([1, 3]);
    expect(extent([])).toEqual([0, 1]);
  });
});

describe('finishSvg', () => {
  it('rounds coordinates, numbers ids by appearance, escapes words, leaves text alone', () => {
    const svg =
      '<svg width="10"><defs><clipPath id="clip7"><path d="M0.12345,1e-9L-0.0001,2"/></clipPath></defs>' +
      '<g clip-path="url(#clip7)"><text>0.123456</text></g></svg>';
    const finished = finishSvg(svg, { title: 'a < b', desc: 'c & d' });
    expect(finished).toContain('d="M0.12,0L0,2"');
    expect(finished).toContain('<text>0.123456</text>');
    expect(finished).toContain('a &lt; b');
    expect(finished).toContain('c &amp; d');
    const id = /clipPath id="([^"]+)"/.exec(finished)?.[1] ?? '';
    expect(finished).toContain(`url(#${id})`);
    expect(finishSvg(svg.replaceAll('clip7', 'clip99'), { title: 'a < b', desc: 'c & d' })).toBe(finished);
  });

  it('holds words to the width they were measured with, so that another typeface runs over nothing', () => {
    const svg =
      '<svg width="10"><text font-size="10px" font-weight="600">a &lt; b</text><text>c</text></svg>';
    const finished = finishSvg(svg, { title: 't', desc: 'd' });
    const width = Math.round(textWidth('a < b', 10, 600) * 100) / 100;
    expect(finished).toContain(
      `textLength="${width}" lengthAdjust="spacingAndGlyphs">a &lt; b</text><text>c</text>`,
    );
  });
});
