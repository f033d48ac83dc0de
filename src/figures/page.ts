import { label, panel } from './panel.js';
import { wrapText } from './text-width.js';
import { fontFamily, layoutWidth, textSize, type Layout, type Theme } from './theme.js';
import type { ChartSpec } from './vega-spec.js';

/** What a figure is drawn with. */
export interface Style {
  readonly theme: Theme;
  readonly layout: Layout;
}

/** A figure before it is rendered: the picture and its words. */
export interface Drawing {
  readonly spec: ChartSpec;
  readonly title: string;
  readonly desc: string;
}

/** Room left of the first panel for its axis labels. */
export const leftMargin = 36;

/** Above a panel: its title. */
export const topMargin = 26;

const noteLine = textSize.small + 3;

/**
 * Puts panels on a page of the layout's width, with the note under them.
 *
 * @param height - of everything above the note
 */
export function page(style: Style, height: number, note: string, groups: readonly ChartSpec[]): ChartSpec {
  const { theme } = style;
  const width = layoutWidth[style.layout];
  const lines = wrapText(note, width - 8, textSize.small);
  const all = Math.ceil(height + lines.length * noteLine + 8);
  const words = panel({
    frame: {
      x: 4,
      y: height,
      width: width - 8,
      height: lines.length * noteLine,
      xDomain: [0, 1],
      yDomain: [0, 1],
    },
    theme,
    layers: lines.map((text, index) =>
      label(text, 0, (index + 0.6) * noteLine, { color: theme.muted, size: textSize.small }),
    ),
  });
  return {
    $schema: 'https://vega.github.io/schema/vega/v6.json',
    width,
    height: all,
    padding: 0,
    autosize: 'none',
    background: theme.background,
    config: { aria: false, text: { font: fontFamily }, axis: { labelFont: fontFamily, aria: false } },
    marks: [...groups, words],
  };
}

/** Where small multiples stand: beside each other on a page, below each other in a column. */
export function tiles(
  style: Style,
  count: number,
  size: { readonly height: number; readonly right: number; readonly below: number; readonly left?: number },
): {
  readonly places: { readonly x: number; readonly y: number; readonly width: number }[];
  readonly height: number;
} {
  const left = size.left ?? leftMargin;
  const whole = layoutWidth[style.layout];
  const columns = style.layout === 'page' ? Math.min(count, 3) : 1;
  const cell = whole / columns;
  const row = topMargin + size.height + size.below;
  const places = Array.from({ length: count }, (_, index) => ({
    x: (index % columns) * cell + left,
    y: Math.floor(index / columns) * row + topMargin,
    width: cell - left - size.right,
  }));
  return { places, height: Math.ceil(count / columns) * row };
}

/** The distinct values of a field in the order of their first row. */
export function distinct<Row, Value>(rows: readonly Row[], of: (row: Row) => Value): Value[] {
  return [...new Set(rows.map(of))];
}
