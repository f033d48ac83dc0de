import type { GuardCollapseData, GuardQuantity } from './data.js';
import { endLabels } from './end-labels.js';
import { band, line, pixelLine } from './layers.js';
import { distinct, page, tiles, type Drawing, type Style } from './page.js';
import { label, panel, xPixel, type Frame, type Layer } from './panel.js';
import { textWidth } from './text-width.js';
import { armStyle, textSize } from './theme.js';
import { extent, printed, roundTicks, roundsTicks, tickFormat } from './ticks.js';

const quantities: readonly GuardQuantity[] = ['objective', 'train pass rate', 'locked agreement'];
const height = 118;
const silentRow = 15;

/** Figure 3b: objective, train pass rate and locked agreement of each arm's grader; silence is drawn as silence. */
export function drawGuardCollapse(data: GuardCollapseData, style: Style): Drawing {
  const { theme } = style;
  const families = distinct(data.rounds, (row) => row.family);
  const shown = quantities.filter((quantity) => data.rounds.some((row) => row.quantity === quantity));
  const cells = families.flatMap((family) => shown.map((quantity) => ({ family, quantity })));
  const room = Math.max(...data.rounds.map((row) => textWidth(row.arm, textSize.label, 600))) + 14;
  const { places, height: whole } = tiles(style, cells.length, { height, right: room, below: 42 });
  const lastRound = Math.max(1, ...data.rounds.map((row) => row.round));
  const [lowest] = extent(data.rounds.flatMap((row) => [row.mean, row.low]));
  const yTicks = roundTicks(Math.max(0, Math.min(lowest, 0.8)), 1, 4);

  const groups = cells.map(({ family, quantity }, index) => {
    const rows = data.rounds.filter((row) => row.family === family && row.quantity === quantity);
    const arms = distinct(rows, (row) => row.arm).map((arm) => ({
      arm,
      look: armStyle(theme, arm),
      rows: rows.filter((row) => row.arm === arm),
    }));
    const silent = arms.filter((one) => one.rows.some((row) => row.mean === null));
    // Silence has a strip of its own below the scale, where no line can come.
    const strip = silent.length === 0 ? 0 : silent.length * silentRow + 4;
    const [bottom, top] = extent(yTicks);
    const frame: Frame = {
      ...(places[index] ?? { x: 0, y: 0, width: 100 }),
      height,
      xDomain: [0, lastRound],
      yDomain: [bottom - ((top - bottom) * strip) / (height - strip), top],
    };
    const speaking = arms.filter((one) => one.rows.some((row) => row.mean !== null));
    return panel({
      frame,
      theme,
      title: families.length > 1 ? `${family}, ${quantity}` : quantity,
      xTicks: roundsTicks(lastRound, 3),
      yTicks,
      yFormat: tickFormat(yTicks),
      xTitle: 'grader round',
      layers: [
        ...speaking.flatMap(({ rows: own, look }) =>
          band(
            own.map((row) => ({ x: row.round, low: row.low, high: row.high })),
            { color: look.mark, opacity: 0.14 },
          ),
        ),
        ...speaking.flatMap(({ rows: own, look }) =>
          line(
            own.map((row) => ({ x: row.round, y: row.mean })),
            { color: look.mark, dash: look.dash, width: 1.8 },
          ),
        ),
        ...silent.flatMap(({ arm, look, rows: own }, place) =>
          silence(
            arm,
            own.filter((row) => row.mean === null).map((row) => row.round),
            frame,
            frame.height - 5 - place * silentRow,
            look,
          ),
        ),
        ...endLabels(
          frame,
          speaking
            .filter(({ rows: own }) => own.at(-1)?.mean !== null)
            .map(({ arm, look, rows: own }) => ({
              text: arm,
              value: own.at(-1)?.mean ?? 0,
              color: look.text,
            })),
          room,
        ),
      ],
    });
  });

  const ends = families.map((family) => {
    const rows = data.rounds.filter((row) => row.family === family);
    const said = distinct(rows, (row) => row.arm).map((arm) => {
      const last = shown.map((quantity) => {
        const end = rows.filter((row) => row.arm === arm && row.quantity === quantity).at(-1);
        return end === undefined ? null : `${quantity} ${end.mean === null ? 'none' : printed(end.mean, 2)}`;
      });
      return `${arm}: ${last.filter((one) => one !== null).join(', ')}`;
    });
    return `${family}, last round, ${said.join('; ')}`;
  });
  return {
    spec: page(style, whole, data.note, groups),
    title: 'What the guards hold',
    desc: `Objective, train pass rate and locked agreement of the grader a round, with and without guards. ${ends.join('. ')}.`,
  };
}

/** A dotted bar over the rounds in which an arm's grader said nothing at all. */
function silence(
  arm: string,
  rounds: readonly number[],
  frame: Frame,
  y: number,
  look: { readonly mark: string; readonly text: string },
): Layer[] {
  const first = Math.min(...rounds);
  const last = Math.max(...rounds);
  return [
    pixelLine(
      { x: xPixel(frame, first), y },
      { x: Math.max(xPixel(frame, last), xPixel(frame, first) + 3), y },
      { color: look.mark, width: 2.4, dash: [1.5, 2.5] },
    ),
    label(`${arm}: no opinion`, Math.min(xPixel(frame, first) + 2, frame.width - 90), y - 8, {
      color: look.text,
      size: textSize.small,
      weight: 600,
    }),
  ];
}
