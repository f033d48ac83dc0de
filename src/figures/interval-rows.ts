import { dots, segments } from './layers.js';
import { label, panel, type Frame, type Layer } from './panel.js';
import type { Style } from './page.js';
import { textWidth } from './text-width.js';
import { textSize } from './theme.js';
import type { ChartSpec } from './vega-spec.js';

/** One number with its interval, and words on either side. */
export interface IntervalRow {
  readonly group: string;
  readonly label: string;
  readonly value: number;
  /** The pieces of the interval; an infinite end becomes an arrow at the edge. */
  readonly pieces: readonly { readonly from: number; readonly to: number }[];
  /** The number in words, e.g. '+0.02 [−0.03, 0.06]'. */
  readonly words: string;
  /** Said after the number where there is room. */
  readonly more?: string;
  readonly color: string;
  readonly shape?: string;
  readonly hollow?: boolean;
}

export interface IntervalRowsOptions {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly rows: readonly IntervalRow[];
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly format: string;
  readonly xTitle: string;
  /** Where nothing is the matter: no difference, 100 %, a coin. */
  readonly reference: number;
  readonly title?: string;
  readonly subtitle?: string;
  /** Words above each interval instead of beside it, for narrow places. */
  readonly stacked: boolean;
}

const headHeight = 19;
const gapAboveHead = 5;

/** A forest: one interval a row on a common axis, grouped, the numbers printed. */
export function intervalRows(
  { theme }: Style,
  options: IntervalRowsOptions,
): { readonly group: ChartSpec; readonly height: number } {
  const { rows, domain, stacked } = options;
  const rowHeight = stacked ? 27 : 15;
  const widest = (texts: readonly string[], size: number): number =>
    Math.max(0, ...texts.map((text) => textWidth(text, size)));
  const left = stacked
    ? 0
    : widest(
        rows.map((row) => row.label),
        textSize.label,
      ) + 10;
  const wordsWidth = widest(
    rows.map((row) => row.words),
    textSize.label,
  );
  const moreWidth = stacked
    ? 0
    : widest(
        rows.map((row) => row.more ?? ''),
        textSize.small,
      );
  const right = stacked ? 0 : wordsWidth + (moreWidth > 0 ? moreWidth + 10 : 0) + 12;
  const plotWidth = options.width - left - right;

  const heads: Layer[] = [];
  const placed: { readonly row: IntervalRow; readonly y: number }[] = [];
  let y = 0;
  let group: string | undefined;
  for (const row of rows) {
    if (row.group !== group) {
      if (group !== undefined) y += gapAboveHead;
      group = row.group;
      if (group !== '') {
        heads.push(
          label(group, -left, y + headHeight / 2 - 1, {
            color: theme.ink,
            weight: 600,
            size: textSize.title,
          }),
        );
        y += headHeight;
      }
    }
    placed.push({ row, y: y + (stacked ? 19 : rowHeight / 2) });
    y += rowHeight;
  }
  const height = y + 4;
  const frame: Frame = {
    x: options.x + left,
    y: options.y,
    width: plotWidth,
    height,
    xDomain: domain,
    yDomain: [height, 0],
  };

  // Beside its words a row has the axis' lines to itself; under them they are drawn row by row, so that none crosses a word.
  const uprights = stacked ? placed.map((one) => ({ y: one.y - 6, y2: one.y + 6 })) : [{ y: 0, y2: height }];
  const upright = (x: number): { x: number; x2: number; y: number; y2: number }[] =>
    uprights.map((ends) => ({ x, x2: x, ...ends }));
  const layers: Layer[] = [
    ...(stacked ? options.ticks.map((tick) => segments(upright(tick), { color: theme.grid, width: 1 })) : []),
    segments(upright(options.reference), { color: theme.muted, width: 1, dash: [3, 2] }),
    ...heads,
  ];
  for (const { row, y: at } of placed) {
    layers.push(...interval(row, at, domain, theme.background));
    const wordsAt = stacked ? at - 11.5 : at;
    layers.push(
      label(row.label, stacked ? 0 : -left, wordsAt, { color: theme.ink }),
      label(row.words, stacked ? plotWidth : plotWidth + 12, wordsAt, {
        color: theme.ink,
        align: stacked ? 'right' : 'left',
      }),
    );
    if (!stacked && row.more !== undefined) {
      layers.push(
        label(row.more, plotWidth + 12 + wordsWidth + 10, at, { color: theme.muted, size: textSize.small }),
      );
    }
  }
  return {
    group: panel({
      frame,
      theme,
      ...(options.title === undefined ? {} : { title: options.title }),
      xTicks: options.ticks,
      xFormat: options.format,
      xTitle: options.xTitle,
      ...(options.subtitle === undefined ? {} : { subtitle: options.subtitle }),
      grid: stacked ? 'none' : 'x',
      layers,
    }),
    height: height + 34,
  };
}

function interval(
  row: IntervalRow,
  y: number,
  [low, high]: readonly [number, number],
  background: string,
): Layer[] {
  const layers: Layer[] = [];
  for (const { from, to } of row.pieces) {
    if (to < low || from > high) continue;
    layers.push(
      segments([{ x: Math.max(from, low), x2: Math.min(to, high), y, y2: y }], {
        color: row.color,
        width: 1.6,
      }),
    );
    if (from < low)
      layers.push(dots([{ x: low, y }], { color: row.color, shape: 'triangle-left', size: 34 }));
    if (to > high)
      layers.push(dots([{ x: high, y }], { color: row.color, shape: 'triangle-right', size: 34 }));
  }
  const style = {
    color: row.color,
    shape: row.shape ?? 'circle',
    size: 40,
    ...(row.hollow === true ? { hollow: background } : {}),
  };
  if (row.value >= low && row.value <= high) layers.push(dots([{ x: row.value, y }], style));
  return layers;
}
