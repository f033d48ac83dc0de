import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPaper } from '../analysis/paper/published.js';
import type { RunData } from '../analysis/run-data/rows.js';
import { messageOf, PawlError } from '../errors.js';
import { renderFigure, toPng, type FigureName, type Layout, type ThemeName } from '../figures/index.js';
import { figureDataOf } from './figure-data/figure-data.js';

/** Which figures are written, and how. */
export interface WriteFiguresOptions {
  readonly names: readonly FigureName[];
  readonly folder: string;
  readonly theme: ThemeName;
  readonly layout: Layout;
  /** PNG beside SVG. */
  readonly png: boolean;
}

/** A figure that was written. */
export interface WrittenFigure {
  readonly path: string;
  readonly alt: string;
}

/**
 * Draws figures of a run into a folder: `figure-3a.svg`, `figure-3a-dark.svg`, `figure-3a-column.svg`, PNG beside them.
 *
 * @throws PawlError `bad-input` for a run without the rows of a figure, or a folder that cannot be written
 */
export async function writeFigures(
  run: RunData,
  paper: PublishedPaper,
  { names, folder, theme, layout, png }: WriteFiguresOptions,
): Promise<readonly WrittenFigure[]> {
  const data = figureDataOf(run, paper);
  const written: WrittenFigure[] = [];
  for (const name of names) {
    const { svg, alt } = await renderFigure(name, data[name], { theme, layout });
    const ending = `${layout === 'column' ? '-column' : ''}${theme === 'dark' ? '-dark' : ''}`;
    const path = join(folder, `figure-${name}${ending}.svg`);
    const image = png ? await toPng(svg) : null;
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, svg);
      if (image !== null) writeFileSync(path.replace(/svg$/, 'png'), image);
    } catch (cause) {
      throw new PawlError('bad-input', `${folder}: cannot be written (${messageOf(cause)})`, { cause });
    }
    written.push({ path, alt });
  }
  return written;
}
