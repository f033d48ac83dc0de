import { tickFormat } from './ticks.js';
import { textSize, type Theme } from './theme.js';
import type { ChartSpec } from './vega-spec.js';

/** Where a panel stands on the page and what its axes cover. All lengths are pixels. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly xDomain: readonly [number, number];
  readonly yDomain: readonly [number, number];
}

/** One Vega mark with its rows. */
export interface Layer {
  readonly mark: ChartSpec;
  readonly values?: readonly object[];
}

export interface PanelOptions {
  readonly frame: Frame;
  readonly theme: Theme;
  readonly title?: string;
  /** Beside the title, lighter. */
  readonly subtitle?: string;
  readonly xTicks?: readonly number[];
  readonly yTicks?: readonly number[];
  /** d3 format strings. */
  readonly xFormat?: string;
  readonly yFormat?: string;
  readonly xTitle?: string;
  readonly grid?: 'y' | 'x' | 'none';
  readonly layers: readonly Layer[];
}

/** A value's place inside its panel, from the left. */
export function xPixel(frame: Frame, value: number): number {
  const [low, high] = frame.xDomain;
  return ((value - low) / (high - low)) * frame.width;
}

/** A value's place inside its panel, from the top. */
export function yPixel(frame: Frame, value: number): number {
  const [low, high] = frame.yDomain;
  return ((high - value) / (high - low)) * frame.height;
}

/** A panel as a Vega group: open spines on the left and below, faint lines across, the layers in their order. */
export function panel(options: PanelOptions): ChartSpec {
  const { frame, theme, layers } = options;
  const grid = options.grid ?? 'y';
  const scale = (name: string, domain: readonly [number, number], range: readonly number[]): ChartSpec => ({
    name,
    type: 'linear',
    domain: [...domain],
    range: [...range],
    nice: false,
    zero: false,
  });
  const axis = (
    orient: string,
    scaleName: string,
    values: readonly number[],
    more: ChartSpec,
  ): ChartSpec => ({
    orient,
    scale: scaleName,
    values: [...values],
    labelOverlap: false,
    labelColor: theme.muted,
    labelFontSize: textSize.label,
    labelPadding: 3,
    tickSize: 3,
    tickColor: theme.muted,
    domainColor: theme.muted,
    tickRound: false,
    ...more,
  });
  const lines = (orient: string, scaleName: string, values: readonly number[]): ChartSpec => ({
    orient,
    scale: scaleName,
    values: [...values],
    domain: false,
    ticks: false,
    labels: false,
    grid: true,
    gridColor: theme.grid,
    gridWidth: 1,
    zindex: 0,
  });
  const xTicks = options.xTicks ?? [];
  const yTicks = options.yTicks ?? [];
  const axes: ChartSpec[] = [];
  if (grid === 'y' && yTicks.length > 0) axes.push(lines('left', 'y', yTicks));
  if (grid === 'x' && xTicks.length > 0) axes.push(lines('bottom', 'x', xTicks));
  if (xTicks.length > 0) axes.push(axis('bottom', 'x', xTicks, { format: options.xFormat ?? 'd' }));
  if (yTicks.length > 0)
    axes.push(axis('left', 'y', yTicks, { format: options.yFormat ?? tickFormat(yTicks) }));
  const named = layers.map((layer, index) => ({ ...layer, name: `rows${index}` }));
  const words: Layer[] = [];
  if (options.title !== undefined) {
    words.push(
      label(options.title, 0, -10, {
        color: theme.ink,
        weight: 600,
        size: textSize.title,
        baseline: 'alphabetic',
      }),
    );
  }
  if (options.subtitle !== undefined) {
    words.push(
      label(options.subtitle, frame.width, -10, {
        color: theme.muted,
        align: 'right',
        size: textSize.small,
        baseline: 'alphabetic',
      }),
    );
  }
  if (options.xTitle !== undefined) {
    words.push(
      label(options.xTitle, frame.width / 2, frame.height + 27, { color: theme.muted, align: 'center' }),
    );
  }
  return {
    type: 'group',
    encode: {
      update: {
        x: { value: frame.x },
        y: { value: frame.y },
        width: { value: frame.width },
        height: { value: frame.height },
      },
    },
    // Axes take their grid's length from these, not from the group.
    signals: [
      { name: 'width', value: frame.width },
      { name: 'height', value: frame.height },
    ],
    scales: [scale('x', frame.xDomain, [0, frame.width]), scale('y', frame.yDomain, [frame.height, 0])],
    axes,
    data: named
      .filter((layer) => layer.values !== undefined)
      .map((layer) => ({ name: layer.name, values: layer.values })),
    marks: [
      ...named.map((layer) =>
        layer.values === undefined ? layer.mark : { ...layer.mark, from: { data: layer.name } },
      ),
      ...words.map((layer) => layer.mark),
    ],
  };
}

export interface LabelOptions {
  readonly color: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly baseline?: 'top' | 'middle' | 'bottom' | 'alphabetic';
  readonly size?: number;
  readonly weight?: 400 | 600;
  readonly angle?: number;
}

/** A word at a place inside the panel, in pixels from its upper left corner. */
export function label(text: string, x: number, y: number, options: LabelOptions): Layer {
  return {
    mark: {
      type: 'text',
      encode: {
        update: {
          text: { value: text },
          x: { value: x },
          y: { value: y },
          fill: { value: options.color },
          align: { value: options.align ?? 'left' },
          baseline: { value: options.baseline ?? 'middle' },
          fontSize: { value: options.size ?? textSize.label },
          fontWeight: { value: options.weight ?? 400 },
          ...(options.angle === undefined ? {} : { angle: { value: options.angle } }),
        },
      },
    },
  };
}
