import type { ObjectiveData } from './data.js';
import { band, line, pixelBox, pixelDot, pixelLine } from './layers.js';
import { distinct, page, tiles, type Drawing, type Style } from './page.js';
import { label, panel, type Frame, type Layer } from './panel.js';
import { fitText, textWidth } from './text-width.js';
import { textSize } from './theme.js';
import { extent, printed, roundTicks, roundsTicks, tickFormat } from './ticks.js';

const chipRow = 14;

/** Figure 2: the objective a round, seeds thin and their mean with its interval; below, what the locked items say. */
export function drawObjective(data: ObjectiveData, style: Style): Drawing {
  const { theme } = style;
  const families = distinct(data.rounds, (row) => row.family);
  const graders = Math.max(
    0,
    ...families.map((family) => data.agreement.filter((row) => row.family === family).length),
  );
  const chipHeight = graders === 0 ? 0 : 21 + graders * chipRow;
  const { places, height } = tiles(style, families.length, {
    height: 116,
    right: 12,
    below: 38 + chipHeight + (graders === 0 ? 0 : 12),
  });
  const [lowest, highest] = extent([
    ...data.rounds.flatMap((row) => [row.mean, row.low, row.high]),
    ...data.seeds.map((row) => row.objective),
  ]);
  const yTicks = roundTicks(lowest, highest, 4);
  const lastRound = Math.max(1, ...data.rounds.map((row) => row.round));

  const groups = families.map((family, index) => {
    const place = places[index] ?? { x: 0, y: 0, width: 100 };
    const frame: Frame = { ...place, height: 116, xDomain: [0, lastRound], yDomain: extent(yTicks) };
    const means = data.rounds.filter((row) => row.family === family);
    const seeds = data.seeds.filter((row) => row.family === family);
    return panel({
      frame,
      theme,
      title: family,
      ...(index === 0 ? { subtitle: 'objective' } : {}),
      xTicks: roundsTicks(lastRound, 4),
      yTicks,
      yFormat: tickFormat(yTicks),
      xTitle: 'grader round',
      layers: [
        ...band(
          means.map((row) => ({ x: row.round, low: row.low, high: row.high })),
          { color: theme.blue.mark, step: true },
        ),
        ...distinct(seeds, (row) => row.seed).flatMap((seed) =>
          line(
            seeds.filter((row) => row.seed === seed).map((row) => ({ x: row.round, y: row.objective })),
            { color: theme.blue.mark, width: 0.8, opacity: 0.55, step: true },
          ),
        ),
        ...line(
          means.map((row) => ({ x: row.round, y: row.mean })),
          { color: theme.blue.mark, width: 2.2, step: true },
        ),
        ...chip(
          data.agreement.filter((row) => row.family === family),
          frame,
          style,
        ),
      ],
    });
  });

  const ends = families.map((family) => {
    const last = data.rounds.filter((row) => row.family === family).at(-1);
    const said = data.agreement
      .filter((row) => row.family === family)
      .map((row) => `${row.grader} ${row.agreement === null ? 'no opinion' : printed(row.agreement, 2)}`);
    return `${family}: objective ${last === undefined ? 'unknown' : printed(last.mean, 2)} at the end; locked agreement ${said.join(', ')}`;
  });
  return {
    spec: page(style, height, data.note, groups),
    title: 'Objective of the selected grader a round',
    desc: `Best-so-far objective over ${lastRound} grader rounds, a panel a family, thin lines are seeds. ${ends.join('. ')}.`,
  };
}

/** The box under a panel: each grader's locked agreement as a dot with its interval from 0 to 1. */
function chip(rows: ObjectiveData['agreement'], frame: Frame, { theme }: Style): Layer[] {
  if (rows.length === 0) return [];
  const top = frame.height + 42;
  const names = Math.min(
    frame.width * 0.5,
    Math.max(...rows.map((row) => textWidth(row.grader, textSize.small))) + 6,
  );
  const from = names + 16;
  const said = rows.map((row) => (row.agreement === null ? 'none' : printed(row.agreement, 2)));
  const [fewest, most] = extent(rows.filter((row) => row.agreement !== null).map((row) => row.n));
  const opinions = fewest === most ? `${most}` : `${fewest} to ${most}`;
  const to = frame.width - 16 - Math.max(...said.map((one) => textWidth(one, textSize.small, 600)));
  const at = (value: number): number => from + value * (to - from);
  const bottom = top + 19 + rows.length * chipRow;
  return [
    pixelBox(
      { x: 0, y: top, width: frame.width, height: 21 + rows.length * chipRow },
      { fill: theme.surface, round: 4 },
    ),
    label(`locked agreement, n = ${opinions}`, 6, top + 10, { color: theme.muted, size: textSize.small }),
    ...[0, 0.5, 1].map((value) =>
      pixelLine(
        { x: at(value), y: top + 19 },
        { x: at(value), y: bottom - 2 },
        { color: theme.grid, width: 1 },
      ),
    ),
    ...rows.flatMap((row, index) => {
      const y = top + 19 + (index + 0.45) * chipRow;
      const own = row.grader.startsWith('evolved');
      const color = own ? theme.blue.mark : theme.ink;
      const layers: Layer[] = [
        label(fitText(row.grader, names, textSize.small), 16, y, { color: theme.ink, size: textSize.small }),
        pixelDot({ x: 9, y }, { color, size: 22, ...(own ? {} : { hollow: theme.surface }) }),
        label(said[index] ?? '', frame.width - 6, y, {
          color: theme.ink,
          size: textSize.small,
          align: 'right',
          weight: 600,
        }),
      ];
      if (row.low !== null && row.high !== null) {
        layers.push(pixelLine({ x: at(row.low), y }, { x: at(row.high), y }, { color, width: 1.4 }));
      }
      if (row.agreement !== null) {
        layers.push(
          pixelDot(
            { x: at(row.agreement), y },
            { color, size: 26, ...(own ? {} : { hollow: theme.surface }) },
          ),
        );
      }
      return layers;
    }),
  ];
}
