import type { AnchorSizeData } from './data.js';
import { dots, segments } from './layers.js';
import { distinct, page, tiles, type Drawing, type Style } from './page.js';
import { label, panel, xPixel, yPixel, type Frame } from './panel.js';
import { textSize } from './theme.js';
import { extent, printed, roundTicks, tickFormat } from './ticks.js';

/** Figure 4: locked agreement of the grader that fewer anchors would have chosen: mean, one sd, middle 90 %. */
export function drawAnchorSize(data: AnchorSizeData, style: Style): Drawing {
  const { theme } = style;
  const families = distinct(data.sizes, (row) => row.family);
  const { places, height } = tiles(style, families.length, { height: 130, right: 14, below: 42 });
  const [fewest, most] = extent(data.sizes.map((row) => row.anchors));
  const color = theme.blue.mark;
  const groups = families.map((family, index) => {
    const rows = data.sizes.filter((row) => row.family === family);
    const [low, high] = extent(
      rows.flatMap((row) => [row.p05, row.p95, row.mean - row.sd, row.mean + row.sd]),
    );
    const yTicks = roundTicks(low - (high - low) * 0.12, Math.min(1, high + (high - low) * 0.08), 4);
    const margin = (most - fewest) * 0.16 || 1;
    const frame: Frame = {
      ...(places[index] ?? { x: 0, y: 0, width: 100 }),
      height: 130,
      xDomain: [fewest - margin * 0.6, most + margin * 1.2],
      yDomain: extent(yTicks),
    };
    return panel({
      frame,
      theme,
      title: family,
      ...(index === 0 ? { subtitle: 'locked agreement' } : {}),
      xTicks: distinct(rows, (row) => row.anchors),
      yTicks,
      yFormat: tickFormat(yTicks),
      xTitle: 'anchors',
      layers: [
        segments(
          rows.map((row) => ({ x: row.anchors, x2: row.anchors, y: row.p05, y2: row.p95 })),
          { color, width: 1.2 },
        ),
        segments(
          rows.map((row) => ({
            x: row.anchors,
            x2: row.anchors,
            y: row.mean - row.sd,
            y2: Math.min(1, row.mean + row.sd),
          })),
          { color, width: 5, opacity: 0.45 },
        ),
        dots(
          rows.map((row) => ({ x: row.anchors, y: row.mean })),
          { color, size: 44, hollow: theme.background },
        ),
        ...rows.flatMap((row) => {
          const x = xPixel(frame, row.anchors) + 7;
          const y = yPixel(frame, row.mean);
          return [
            label(printed(row.mean, 2), x, y - 5, { color: theme.ink, weight: 600, size: textSize.small }),
            label(`±${printed(row.sd, 2).replace(/^0/, '')}`, x, y + 6, {
              color: theme.muted,
              size: textSize.small,
            }),
          ];
        }),
      ],
    });
  });
  const said = families.map(
    (family) =>
      `${family}: ${data.sizes
        .filter((row) => row.family === family)
        .map((row) => `${row.anchors} anchors ${printed(row.mean, 3)} (sd ${printed(row.sd, 3)})`)
        .join(', ')}`,
  );
  return {
    spec: page(style, height, data.note, groups),
    title: 'Anchor-size replay',
    desc: `Locked agreement of the grader selected on fewer anchors, mean over subsamples; thick bars one standard deviation, thin ones the middle 90 %. ${said.join('. ')}.`,
  };
}
