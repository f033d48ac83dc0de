import { PawlError } from '../errors.js';
import { didYouMean } from '../input/nearest-name.js';
import { drawAnchorSize } from './anchor-size.js';
import { drawArchitecture } from './architecture.js';
import type { FigureData, FigureName } from './data.js';
import { finishSvg } from './finish-svg.js';
import { drawForest } from './forest.js';
import { drawGoodhart } from './goodhart.js';
import { drawGuardCollapse } from './guard-collapse.js';
import { drawLearningCurves } from './learning-curves.js';
import { drawLifecycle } from './lifecycle.js';
import { drawObjective } from './objective.js';
import type { Drawing, Style } from './page.js';
import { renderSpec } from './render-spec.js';
import { drawRetention } from './retention.js';
import { themeOf, type Layout, type ThemeName } from './theme.js';

export interface FigureOptions {
  /** 'light' unless told. */
  readonly theme?: ThemeName;
  /** 'page' (6.9 in) unless told; 'column' (3.3 in) is also what a phone shows. */
  readonly layout?: Layout;
}

/** A finished figure. */
export interface RenderedFigure {
  /** One `<svg>` element, the same bytes on every run and machine. */
  readonly svg: string;
  /** What the figure shows, in words with its numbers; also the drawing's `<desc>`. */
  readonly alt: string;
}

/** All figures in their order. */
export const figureNames: readonly FigureName[] = ['1', '2', '3a', '3b', '4', '5', '6', '7', '8'];

const charts: {
  readonly [Name in Exclude<FigureName, '1'>]: (data: FigureData[Name], style: Style) => Drawing;
} = {
  '2': drawObjective,
  '3a': drawLearningCurves,
  '3b': drawGuardCollapse,
  '4': drawAnchorSize,
  '5': drawLifecycle,
  '6': drawForest,
  '7': drawGoodhart,
  '8': drawRetention,
};

/** True for the name of a figure. */
export function isFigureName(name: string): name is FigureName {
  return (figureNames as readonly string[]).includes(name);
}

/**
 * Draws a figure from finished numbers. Nothing is computed but places: means and intervals come with the data.
 *
 * @param name - '1' architecture, '2' objective, '3a' learning curves, '3b' guards, '4' anchor-size replay, '5' detectors,
 *   '6' differences, '7' Goodhart episode, '8' lift retention
 * @param data - the figure's rows, as `FigureData` says
 * @throws PawlError `usage` for a name that is no figure, `bad-input` for rows that cannot be drawn
 * @example
 * const { svg, alt } = await renderFigure('6', {
 *   quantity: 'difference in held-out score',
 *   rows: [{ group: 'code', label: 'co − reference, peak', source: 'published', difference: 0.0167, low: -0.025, high: 0.0583, unit: '3 + 3 runs' }],
 *   note: 'MBPP+, percentile bootstrap over runs.',
 * });
 * alt; // 'difference in held-out score, 0 is no difference. code, co − reference, peak (published): +0.02 [−0.03, 0.06].'
 */
export async function renderFigure<Name extends FigureName>(
  name: Name,
  data: FigureData[Name],
  options: FigureOptions = {},
): Promise<RenderedFigure> {
  if (!isFigureName(name)) {
    throw new PawlError('usage', `there is no figure '${String(name)}'`, {
      hint: didYouMean(String(name), figureNames),
    });
  }
  requireNumbers(name, data);
  const style: Style = { theme: themeOf(options.theme ?? 'light'), layout: options.layout ?? 'page' };
  if (name === '1') {
    const drawn = drawArchitecture(data as FigureData['1'], style);
    return { svg: finishSvg(drawn.svg, drawn), alt: drawn.desc };
  }
  const draw = (charts as Readonly<Record<string, (data: never, style: Style) => Drawing>>)[name];
  if (draw === undefined) throw new TypeError(`no drawer of figure ${name}`);
  const drawing = draw(data as never, style);
  return { svg: finishSvg(await renderSpec(drawing.spec), drawing), alt: drawing.desc };
}

/** Every list has its numbers finite; the list that a figure stands on is not empty. */
function requireNumbers(name: FigureName, data: object): void {
  for (const [field, rows] of Object.entries(data) as [string, unknown][]) {
    if (!Array.isArray(rows)) continue;
    (rows as Record<string, unknown>[]).forEach((row, index) => {
      for (const [key, value] of Object.entries(row)) {
        if (typeof value === 'number' && !Number.isFinite(value)) {
          throw new PawlError('bad-input', `figure ${name}: ${field}[${index}].${key} is ${value}`, {
            hint: 'write null where a number is not to be had',
          });
        }
      }
    });
  }
  const main = { '1': 'schedule', '4': 'sizes', '5': 'spans', '6': 'rows', '8': 'rows' } as const;
  const field = name in main ? main[name as keyof typeof main] : 'rounds';
  const rows = (data as Readonly<Record<string, unknown>>)[field];
  if (!Array.isArray(rows) || rows.length === 0) {
    throw new PawlError('bad-input', `figure ${name}: no rows in '${field}': there is nothing to draw`, {
      hint: 'docs/figures.md says what each figure is drawn from',
    });
  }
}
