import type { RetentionData } from './data.js';
import { intervalRows } from './interval-rows.js';
import { page, type Drawing, type Style } from './page.js';
import { layoutWidth } from './theme.js';
import { extent, printed, roundTicks } from './ticks.js';

type Row = RetentionData['rows'][number];

/** The axis never goes past this: confidence sets of ratios can be endless, and arrows say so. */
const widestAxis = [-1, 3] as const;

function pieces(row: Row): { from: number; to: number }[] {
  switch (row.interval) {
    case 'none':
      return [];
    case 'unbounded':
      return [{ from: -Infinity, to: Infinity }];
    case 'exclusive':
      return [
        { from: -Infinity, to: row.low ?? -Infinity },
        { from: row.high ?? Infinity, to: Infinity },
      ];
    case 'bounded':
      return [{ from: row.low ?? row.retention, to: row.high ?? row.retention }];
  }
}

function words(row: Row): string {
  const percent = (value: number | null): string => (value === null ? '?' : printed(value * 100, 0));
  const own = `${percent(row.retention)} %`;
  switch (row.interval) {
    case 'none':
      return own;
    case 'unbounded':
      return `${own} [unbounded]`;
    case 'exclusive':
      return `${own} [outside ${percent(row.low)} to ${percent(row.high)}]`;
    case 'bounded':
      return `${own} [${percent(row.low)}, ${percent(row.high)}]`;
  }
}

/** Figure 8: lift retention under each definition, with confidence sets; published values hollow. */
export function drawRetention(data: RetentionData, style: Style): Drawing {
  const { theme } = style;
  const [low, high] = extent([
    1,
    0.5,
    ...data.rows.flatMap((row) => [
      row.retention,
      row.published,
      row.interval === 'bounded' ? row.low : null,
      row.interval === 'bounded' ? row.high : null,
    ]),
  ]);
  const ticks = roundTicks(
    Math.max(low, widestAxis[0]),
    Math.min(high, widestAxis[1]),
    style.layout === 'page' ? 6 : 4,
  );
  // Half of an end label stands out of the plot where the plot is as wide as the column.
  const side = style.layout === 'page' ? 12 : 18;
  const forest = intervalRows(style, {
    x: side,
    y: 12,
    width: layoutWidth[style.layout] - 2 * side,
    stacked: style.layout === 'column',
    domain: extent(ticks),
    ticks,
    format: '.0%',
    xTitle: 'share of the reference’s lift that co keeps',
    reference: 1,
    rows: data.rows.flatMap((row) => [
      {
        group: row.family,
        label: row.definition,
        value: row.retention,
        pieces: pieces(row),
        words: words(row),
        color: theme.blue.mark,
      },
      ...(row.published === null
        ? []
        : [
            {
              group: row.family,
              label: `${row.definition} (published)`,
              value: row.published,
              pieces: [],
              words: `${printed(row.published * 100, 0)} %`,
              color: theme.grey.mark,
              shape: 'diamond',
              hollow: true,
            },
          ]),
    ]),
  });
  return {
    spec: page(style, forest.height + 20, data.note, [forest.group]),
    title: 'Lift retention under each definition',
    desc: `Lift of co over lift of the reference; the dashed line is 100 %, arrows mean that the confidence set goes on. ${data.rows
      .map(
        (row) =>
          `${row.family}, ${row.definition}: ${words(row)}${row.published === null ? '' : `, published ${printed(row.published * 100, 0)} %`}`,
      )
      .join('; ')}.`,
  };
}
