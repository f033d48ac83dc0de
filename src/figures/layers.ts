import type { Layer } from './panel.js';
import type { ChartSpec } from './vega-spec.js';

/** A place in the panel's own units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Stroke {
  readonly color: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
}

const inX = (field: string): ChartSpec => ({ scale: 'x', field });
const inY = (field: string): ChartSpec => ({ scale: 'y', field });

function stroke({ color, width, dash, opacity }: Stroke): ChartSpec {
  return {
    stroke: { value: color },
    strokeWidth: { value: width ?? 1.6 },
    strokeDash: { value: [...(dash ?? [])] },
    strokeOpacity: { value: opacity ?? 1 },
  };
}

/** A line through points; a null breaks it, and a point alone between breaks is drawn as a dot. */
export function line(
  points: readonly { readonly x: number; readonly y: number | null }[],
  style: Stroke & { readonly step?: boolean },
): Layer[] {
  const runs: Point[][] = [[]];
  for (const { x, y } of points) {
    if (y === null) runs.push([]);
    else runs.at(-1)?.push({ x, y });
  }
  return runs
    .filter((run) => run.length > 0)
    .map((run) =>
      run.length === 1
        ? dots(run, { color: style.color, size: 8 })
        : {
            values: run,
            mark: {
              type: 'line',
              encode: {
                update: {
                  x: inX('x'),
                  y: inY('y'),
                  interpolate: { value: style.step === true ? 'step-after' : 'linear' },
                  strokeJoin: { value: 'round' },
                  ...stroke(style),
                },
              },
            },
          },
    );
}

/** The area between two lines; rows without an interval are left out, and break it. */
export function band(
  rows: readonly { readonly x: number; readonly low: number | null; readonly high: number | null }[],
  style: { readonly color: string; readonly opacity?: number; readonly step?: boolean },
): Layer[] {
  const runs: { x: number; low: number; high: number }[][] = [[]];
  for (const { x, low, high } of rows) {
    if (low === null || high === null) runs.push([]);
    else runs.at(-1)?.push({ x, low, high });
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => ({
      values: run,
      mark: {
        type: 'area',
        encode: {
          update: {
            x: inX('x'),
            y: inY('high'),
            y2: inY('low'),
            interpolate: { value: style.step === true ? 'step-after' : 'linear' },
            fill: { value: style.color },
            fillOpacity: { value: style.opacity ?? 0.16 },
          },
        },
      },
    }));
}

export interface DotStyle {
  readonly color: string;
  /** Area in square pixels. */
  readonly size?: number;
  readonly shape?: string;
  /** The background's colour, for a hollow dot. */
  readonly hollow?: string;
}

/** Dots, filled or hollow. */
export function dots(points: readonly Point[], style: DotStyle): Layer {
  return {
    values: points,
    mark: {
      type: 'symbol',
      encode: {
        update: {
          x: inX('x'),
          y: inY('y'),
          shape: { value: style.shape ?? 'circle' },
          size: { value: style.size ?? 36 },
          fill: { value: style.hollow ?? style.color },
          stroke: { value: style.color },
          strokeWidth: { value: style.hollow === undefined ? 0.5 : 1.5 },
        },
      },
    },
  };
}

/** Straight pieces, e.g. intervals. */
export function segments(
  rows: readonly { readonly x: number; readonly y: number; readonly x2: number; readonly y2: number }[],
  style: Stroke & { readonly cap?: 'butt' | 'round' },
): Layer {
  return {
    values: rows,
    mark: {
      type: 'rule',
      encode: {
        update: {
          x: inX('x'),
          y: inY('y'),
          x2: inX('x2'),
          y2: inY('y2'),
          strokeCap: { value: style.cap ?? 'butt' },
          ...stroke(style),
        },
      },
    },
  };
}

/** Boxes between two places. */
export function boxes(
  rows: readonly { readonly x: number; readonly y: number; readonly x2: number; readonly y2: number }[],
  style: {
    readonly fill: string;
    readonly stroke?: string;
    readonly opacity?: number;
    readonly round?: number;
  },
): Layer {
  return {
    values: rows,
    mark: {
      type: 'rect',
      encode: {
        update: {
          x: inX('x'),
          y: inY('y'),
          x2: inX('x2'),
          y2: inY('y2'),
          fill: { value: style.fill },
          fillOpacity: { value: style.opacity ?? 1 },
          stroke: { value: style.stroke ?? 'transparent' },
          strokeWidth: { value: style.stroke === undefined ? 0 : 1 },
          cornerRadius: { value: style.round ?? 0 },
        },
      },
    },
  };
}

/** A straight line in pixels of the panel, for leaders and brackets. */
export function pixelLine(from: Point, to: Point, style: Stroke): Layer {
  return {
    mark: {
      type: 'rule',
      encode: {
        update: {
          x: { value: from.x },
          y: { value: from.y },
          x2: { value: to.x },
          y2: { value: to.y },
          ...stroke(style),
        },
      },
    },
  };
}

/** A box in pixels of the panel. */
export function pixelBox(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  style: { readonly fill: string; readonly stroke?: string; readonly round?: number },
): Layer {
  return {
    mark: {
      type: 'rect',
      encode: {
        update: {
          x: { value: box.x },
          y: { value: box.y },
          width: { value: box.width },
          height: { value: box.height },
          fill: { value: style.fill },
          stroke: { value: style.stroke ?? 'transparent' },
          cornerRadius: { value: style.round ?? 0 },
        },
      },
    },
  };
}

/** A dot in pixels of the panel. */
export function pixelDot(at: Point, style: DotStyle): Layer {
  return {
    mark: {
      type: 'symbol',
      encode: {
        update: {
          x: { value: at.x },
          y: { value: at.y },
          shape: { value: style.shape ?? 'circle' },
          size: { value: style.size ?? 36 },
          fill: { value: style.hollow ?? style.color },
          stroke: { value: style.color },
          strokeWidth: { value: style.hollow === undefined ? 0.5 : 1.5 },
        },
      },
    },
  };
}
