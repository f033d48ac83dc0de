import type { LearningCurveData } from './data.js';
import { endLabels } from './end-labels.js';
import { band, line, segments } from './layers.js';
import { distinct, page, tiles, type Drawing, type Style } from './page.js';
import { panel, type Frame } from './panel.js';
import { textWidth } from './text-width.js';
import { armStyle, textSize } from './theme.js';
import { extent, printed, roundTicks, roundsTicks, tickFormat } from './ticks.js';

/** Figure 3a: held-out score a skill round, an arm a line, with the frozen solver to compare with. */
export function drawLearningCurves(data: LearningCurveData, style: Style): Drawing {
  const { theme } = style;
  const families = distinct(data.rounds, (row) => row.family);
  const names = [...data.rounds.map((row) => row.arm), ...data.baselines.map((row) => row.label)];
  const room = Math.min(80, Math.max(...names.map((name) => textWidth(name, textSize.label, 600))) + 14);
  const { places, height } = tiles(style, families.length, { height: 132, right: room, below: 42 });
  const [lowest, highest] = extent([
    ...data.rounds.flatMap((row) => [row.mean, row.low, row.high]),
    ...data.baselines.map((row) => row.score),
  ]);
  const yTicks = roundTicks(lowest, highest, 5);
  const lastRound = Math.max(1, ...data.rounds.map((row) => row.round));

  const groups = families.map((family, index) => {
    const frame: Frame = {
      ...(places[index] ?? { x: 0, y: 0, width: 100 }),
      height: 132,
      xDomain: [0, lastRound],
      yDomain: extent(yTicks),
    };
    const rows = data.rounds.filter((row) => row.family === family);
    const arms = distinct(rows, (row) => row.arm).map((arm) => ({
      arm,
      look: armStyle(theme, arm),
      rows: rows.filter((row) => row.arm === arm),
    }));
    const baselines = data.baselines.filter((row) => row.family === family);
    const frozen = armStyle(theme, 'frozen');
    return panel({
      frame,
      theme,
      title: family,
      ...(index === 0 ? { subtitle: 'held-out score' } : {}),
      xTicks: roundsTicks(lastRound, 4),
      yTicks,
      yFormat: tickFormat(yTicks),
      xTitle: 'skill round',
      layers: [
        segments(
          data.graderPhasesAt.map((round) => ({
            x: round,
            x2: round,
            y: frame.yDomain[0],
            y2: frame.yDomain[1],
          })),
          { color: theme.muted, width: 0.7, dash: [1, 3] },
        ),
        ...arms.flatMap(({ rows: own, look }) =>
          band(
            own.map((row) => ({ x: row.round, low: row.low, high: row.high })),
            { color: look.mark, opacity: 0.14 },
          ),
        ),
        ...baselines.flatMap(({ score }) =>
          line(
            [
              { x: 0, y: score },
              { x: lastRound, y: score },
            ],
            { color: frozen.mark, dash: frozen.dash, width: 1.2 },
          ),
        ),
        ...arms.flatMap(({ rows: own, look }) =>
          line(
            own.map((row) => ({ x: row.round, y: row.mean })),
            { color: look.mark, dash: look.dash, width: 1.7 },
          ),
        ),
        ...endLabels(
          frame,
          [
            ...arms.map(({ arm, look, rows: own }) => ({
              text: arm,
              value: own.at(-1)?.mean ?? 0,
              color: look.text,
            })),
            ...baselines.map(({ label, score }) => ({ text: label, value: score, color: frozen.text })),
          ],
          room,
        ),
      ],
    });
  });

  const ends = families.map((family) => {
    const rows = data.rounds.filter((row) => row.family === family);
    const said = distinct(rows, (row) => row.arm).map((arm) => {
      const own = rows.filter((row) => row.arm === arm);
      return `${arm} from ${printed(own.at(0)?.mean ?? 0, 2)} to ${printed(own.at(-1)?.mean ?? 0, 2)}`;
    });
    const flat = data.baselines
      .filter((row) => row.family === family)
      .map((row) => `${row.label} ${printed(row.score, 2)}`);
    return `${family}: ${[...said, ...flat].join(', ')}`;
  });
  return {
    spec: page(style, height, data.note, groups),
    title: 'Learning curves',
    desc: `Held-out score over ${lastRound} skill rounds, a panel a family, shaded intervals; dotted uprights are grader phases. ${ends.join('. ')}.`,
  };
}
