import type { GoodhartData } from './data.js';
import { endLabels } from './end-labels.js';
import { intervalRows } from './interval-rows.js';
import { band, line } from './layers.js';
import { distinct, leftMargin, page, topMargin, type Drawing, type Style } from './page.js';
import { panel, type Frame } from './panel.js';
import { layoutWidth } from './theme.js';
import { extent, printed, roundTicks, roundsTicks } from './ticks.js';
import type { ChartSpec } from './vega-spec.js';

const curveHeight = 120;
const room = 62;

/** Figure 7: the rubric rises, values vanish from under their tags, and what judges outside the loop prefer. */
export function drawGoodhart(data: GoodhartData, style: Style): Drawing {
  const { theme } = style;
  const width = layoutWidth[style.layout];
  const runs = distinct([...data.rounds, ...data.judges], (row) => row.run);
  const looks = [
    { ...theme.vermillion, dash: [4, 2] },
    { ...theme.blue, dash: [] as number[] },
  ];
  const lookOf = (run: string): { mark: string; text: string; dash: readonly number[] } =>
    looks[runs.indexOf(run)] ?? { ...theme.green, dash: [1, 2] };
  const lastRound = Math.max(1, ...data.rounds.map((row) => row.round));
  const onPage = style.layout === 'page';
  const cell = onPage ? width / 3 : width;
  const curves = (['rubric score', 'tags without value'] as const).map((quantity, index): ChartSpec => {
    const rows = data.rounds.filter((row) => row.quantity === quantity);
    const [low, high] = extent(rows.flatMap((row) => [row.mean, row.low, row.high]));
    const share = quantity === 'tags without value';
    const yTicks = roundTicks(share ? 0 : low, high, 4);
    const frame: Frame = {
      x: onPage ? index * cell + leftMargin : leftMargin,
      y: topMargin + (onPage ? 0 : index * (topMargin + curveHeight + 42)),
      width: cell - leftMargin - room,
      height: curveHeight,
      xDomain: [0, lastRound],
      yDomain: extent(yTicks),
    };
    const series = distinct(rows, (row) => row.run).map((run) => ({
      run,
      look: lookOf(run),
      rows: rows.filter((row) => row.run === run),
    }));
    return panel({
      frame,
      theme,
      title: share ? 'share of tags without a value' : 'rubric score',
      xTicks: roundsTicks(lastRound, 4),
      yTicks,
      ...(share ? { yFormat: '.0%' } : {}),
      xTitle: 'skill round',
      layers: [
        ...series.flatMap(({ rows: own, look }) =>
          band(
            own.map((row) => ({ x: row.round, low: row.low, high: row.high })),
            { color: look.mark, opacity: 0.15 },
          ),
        ),
        ...series.flatMap(({ rows: own, look }) =>
          line(
            own.map((row) => ({ x: row.round, y: row.mean })),
            { color: look.mark, dash: look.dash, width: 1.8 },
          ),
        ),
        ...endLabels(
          frame,
          series.map(({ run, look, rows: own }) => ({
            text: run,
            value: own.at(-1)?.mean ?? 0,
            color: look.text,
          })),
          room,
        ),
      ],
    });
  });

  const curvesHeight = (topMargin + curveHeight + 42) * (onPage ? 1 : 2);
  const judges = intervalRows(style, {
    x: onPage ? 2 * cell + 10 : 18,
    y: onPage ? topMargin : curvesHeight + topMargin,
    width: onPage ? cell - 30 : width - 36,
    stacked: true,
    domain: [0, 1],
    ticks: [0, 0.25, 0.5, 0.75, 1],
    format: '.0%',
    xTitle: 'prefer the evolved section',
    title: 'outside judges',
    subtitle: 'wins/decided of pairs',
    reference: 0.5,
    rows: data.judges.map((row) => ({
      group: '',
      label: `${row.judge}, ${row.run.split(' ')[0] ?? row.run}`,
      value: row.winRate,
      pieces: row.low === null || row.high === null ? [] : [{ from: row.low, to: row.high }],
      words: `${row.wins}/${row.decided} of ${row.pairs}`,
      color: lookOf(row.run).mark,
      shape: row.judge === data.judges[0]?.judge ? 'circle' : 'square',
      hollow: row.judge === data.judges[0]?.judge,
    })),
  });

  const judged = data.judges.length > 0;
  const height = onPage
    ? Math.max(curvesHeight, topMargin + judges.height)
    : curvesHeight + (judged ? topMargin + judges.height : 0);
  const said = runs.map((run) => {
    const last = (quantity: string): string => {
      const end = data.rounds.filter((row) => row.run === run && row.quantity === quantity).at(-1);
      return end === undefined ? 'unknown' : printed(end.mean, 2);
    };
    const preferred = data.judges
      .filter((row) => row.run === run)
      .map(
        (row) =>
          `${row.judge} judge prefers the evolved section in ${row.wins} of ${row.decided} decided pairs`,
      );
    return `${run}: rubric ${last('rubric score')} at the end, ${last('tags without value')} of tags without a value, ${preferred.join(', ')}`;
  });
  return {
    spec: page(style, height + 4, data.note, judged ? [...curves, judges.group] : curves),
    title: 'A Goodhart episode',
    desc: `Rubric score and share of evidence tags without a value a skill round, and what outside judges prefer over decided pairs. ${said.join('. ')}.`,
  };
}
