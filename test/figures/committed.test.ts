import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPublished } from '../../src/analysis/paper/read-published.js';
import { readRunData } from '../../src/analysis/run-data/csv.js';
import { figureNames, renderFigure } from '../../src/figures/index.js';
import { figureDataOf } from '../../src/jobs/figure-data/figure-data.js';

const data = figureDataOf(readRunData(), readPublished());

describe('the figures of the reference run', () => {
  it.each(figureNames.flatMap((name) => [[name, 'light'] as const, [name, 'dark'] as const]))(
    'figure %s, %s, is committed in the bytes that its data give',
    async (name, theme) => {
      const { svg, alt } = await renderFigure(name, data[name], { theme });
      const ending = theme === 'dark' ? '-dark' : '';
      const path = fileURLToPath(new URL(`../../figures/figure-${name}${ending}.svg`, import.meta.url));
      expect(svg).toBe(readFileSync(path, 'utf8'));
      expect(alt.length).toBeGreaterThan(40);
    },
  );
});
