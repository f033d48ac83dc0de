import type { ForestData } from './data.js';
import { intervalRows } from './interval-rows.js';
import { page, type Drawing, type Style } from './page.js';
import { layoutWidth } from './theme.js';
import { extent, printed, roundTicks, signed, tickFormat } from './ticks.js';

/** Figure 6: differences between arms, grouped, with their intervals and the unit of each. */
export function drawForest(data: ForestData, style: Style): Drawing {
  const { theme } = style;
  const [low, high] = extent([0, ...data.rows.flatMap((row) => [row.difference, row.low, row.high])]);
  const ticks = roundTicks(low, high, style.layout === 'page' ? 6 : 5);
  const words = (row: ForestData['rows'][number]): string =>
    row.low === null || row.high === null
      ? signed(row.difference, 2)
      : `${signed(row.difference, 2)} [${printed(row.low, 2)}, ${printed(row.high, 2)}]`;
  const width = layoutWidth[style.layout];
  const own = (row: ForestData['rows'][number]): boolean => row.source === 'this run';
  // Half of an end label stands out of the plot where the plot is as wide as the column.
  const side = style.layout === 'page' ? 12 : 18;
  const forest = intervalRows(style, {
    x: side,
    y: 12,
    width: width - 2 * side,
    stacked: style.layout === 'column',
    domain: extent(ticks),
    ticks,
    format: `+${tickFormat(ticks)}`,
    xTitle: data.quantity,
    reference: 0,
    rows: data.rows.map((row) => ({
      group: row.group,
      label: own(row) ? row.label : `${row.label} (${row.source})`,
      value: row.difference,
      pieces: row.low === null || row.high === null ? [] : [{ from: row.low, to: row.high }],
      words: words(row),
      more: row.unit,
      color: own(row) ? theme.blue.mark : theme.grey.mark,
      shape: own(row) ? 'circle' : 'diamond',
      hollow: !own(row),
    })),
  });
  return {
    spec: page(style, forest.height + 20, data.note, [forest.group]),
    title: 'Differences between arms',
    desc: `${data.quantity}, 0 is no difference. ${data.rows.map((row) => `${row.group}, ${row.label} (${row.source}): ${words(row)}`).join('; ')}.`,
  };
}
