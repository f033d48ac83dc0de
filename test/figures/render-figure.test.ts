import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/hash.js';
import { figureNames, renderFigure, toPng } from '../../src/figures/index.js';
import { layoutWidth } from '../../src/figures/theme.js';
import { allFamiliesGuards, fixtures } from './fixtures.js';
import { hardCases } from './hard-cases.js';
import { textBoxes } from './text-boxes.js';

const layouts = ['page', 'column'] as const;
const themes = ['light', 'dark'] as const;
const all = figureNames.flatMap((name) => layouts.map((layout) => ({ name, layout })));

/** No word leaves the page or crosses another. */
function requireRoom(svg: string, layout: (typeof layouts)[number]): void {
  const width = layoutWidth[layout];
  const height = Number(/\sheight="([\d.]+)"/.exec(svg)?.[1]);
  const boxes = textBoxes(svg);
  expect(boxes.length).toBeGreaterThan(5);
  expect(
    boxes.filter((box) => box.left < 0 || box.right > width || box.top < 0 || box.bottom > height),
  ).toEqual([]);
  const crossing = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      .map((other) => `${one.text} × ${other.text}`),
  );
  expect(crossing).toEqual([]);
  expect(svg.replace(/<desc.*?<\/desc>/, '')).not.toMatch(/NaN|undefined|Infinity/);
}

describe('every figure', () => {
  it.each(all)('$name in a $layout: no word crosses another or leaves the page', async ({ name, layout }) => {
    requireRoom((await renderFigure(name, fixtures[name], { layout })).svg, layout);
  });

  it.each(hardCases)('$name, $what: still no word crosses another', async ({ name, data }) => {
    for (const layout of layouts) {
      requireRoom((await renderFigure(name, data as never, { layout })).svg, layout);
    }
  });

  it.each(all)(
    '$name in a $layout: has the layout’s width, words for those who do not see it',
    async ({ name, layout }) => {
      const { svg, alt } = await renderFigure(name, fixtures[name], { layout, theme: 'dark' });
      expect(svg).toMatch(new RegExp(`^<svg[^>]* width="${layoutWidth[layout]}"`));
      expect(svg).toMatch(/<svg[^>]* role="img" aria-labelledby="(\S+)-title \1-desc"><title id="\1-title">/);
      expect(alt.length).toBeGreaterThan(80);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      expect(svg.replace(/<desc.*?<\/desc>/, '')).not.toMatch(/\d\.\d{3,}/);
      expect(svg).not.toMatch(/href="http/);
    },
  );

  it('says the note under the picture', async () => {
    for (const name of figureNames) {
      const words = textBoxes((await renderFigure(name, fixtures[name])).svg).map((box) => box.text);
      expect(words.join(' ')).toContain(fixtures[name].note.slice(0, 30));
    }
  });
});

describe('bytes', () => {
  it('are the same twice, also when figures are drawn at once', async () => {
    const one = await Promise.all(figureNames.map((name) => renderFigure(name, fixtures[name])));
    for (const [index, name] of figureNames.entries()) {
      expect((await renderFigure(name, fixtures[name])).svg).toBe(one[index]?.svg);
    }
  });

  it('are those that were stored: a change is seen before it is committed', async () => {
    const stored = JSON.parse(
      readFileSync(fileURLToPath(new URL('./hashes.json', import.meta.url)), 'utf8'),
    ) as Record<string, string>;
    for (const name of figureNames) {
      // Look at the picture before storing another hash (print-hashes.ts prints them all).
      expect({ name, hash: sha256((await renderFigure(name, fixtures[name])).svg) }).toEqual({
        name,
        hash: stored[name],
      });
    }
  });

  it('are the same in another time zone and language', async () => {
    const here: Record<string, string> = {};
    for (const name of figureNames) here[name] = sha256((await renderFigure(name, fixtures[name])).svg);
    const script = fileURLToPath(new URL('./print-hashes.ts', import.meta.url));
    const printed = execFileSync(process.execPath, ['--import', 'tsx', script], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
    });
    expect(JSON.parse(printed)).toEqual(here);
  });
});

describe('what cannot be drawn', () => {
  it('is refused with what to do', async () => {
    await expect(renderFigure('3c' as '3a', fixtures['3a'])).rejects.toThrow(/no figure '3c'/);
    await expect(renderFigure('6', { ...fixtures['6'], rows: [] })).rejects.toThrow(/no rows in 'rows'/);
    const row = {
      ...fixtures['6'].rows[0],
      difference: Number.NaN,
    } as (typeof fixtures)['6']['rows'][number];
    await expect(renderFigure('6', { ...fixtures['6'], rows: [row] })).rejects.toThrow(
      /rows\[0\]\.difference is NaN/,
    );
  });
});

describe('silence', () => {
  it('is drawn as silence: an arm without an opinion has no line and no value', async () => {
    const { svg, alt } = await renderFigure('3b', allFamiliesGuards);
    const words = textBoxes(svg).map((box) => box.text);
    expect(words.filter((word) => word === 'naive: no opinion')).toHaveLength(3);
    expect(alt).toContain('locked agreement none');
  });
});

describe('toPng', () => {
  it('draws at the width asked for', async () => {
    const { svg } = await renderFigure('1', fixtures['1']);
    const png = Buffer.from(await toPng(svg, { width: 400 }));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(400);
    expect(Buffer.from(await toPng(svg)).readUInt32BE(16)).toBe(1324);
  });

  it('refuses what is no drawing', async () => {
    await expect(toPng('<p>no</p>')).rejects.toThrow(/a width of NaN pixels/);
    await expect(toPng('<svg width="10"><g></svg>')).rejects.toThrow(/cannot be read/);
  });
});

describe('themes', () => {
  it('differ in colours only', async () => {
    for (const name of figureNames) {
      const [light, dark] = await Promise.all(
        themes.map(async (theme) => textBoxes((await renderFigure(name, fixtures[name], { theme })).svg)),
      );
      expect(light).toEqual(dark);
    }
  });
});
