import type { LifecycleData } from './data.js';
import { boxes, dots, pixelBox } from './layers.js';
import { distinct, page, topMargin, type Drawing, type Style } from './page.js';
import { label, panel, type Frame, type Layer } from './panel.js';
import { fitText, textWidth } from './text-width.js';
import { layoutWidth, textSize, type Theme } from './theme.js';
import { extent, roundsTicks } from './ticks.js';

const rowHeight = 12;
const headHeight = 17;
const origins = [
  { origin: 'seed', words: 'seed ops' },
  { origin: 'miss', words: 'born of anchor misses' },
  { origin: 'gap', words: 'born of unlabelled gaps' },
] as const;

/** Figure 5: every detector of one run from birth to retirement, and the drafts that were refused. */
export function drawLifecycle(data: LifecycleData, style: Style): Drawing {
  const { theme } = style;
  const width = layoutWidth[style.layout];
  const lastRound = Math.max(1, data.lastRound);
  const ops = distinct(data.spans, (row) => row.op);
  const most = style.layout === 'page' ? 190 : 112;
  const left = Math.min(most, Math.max(...ops.map((op) => textWidth(op, textSize.small)))) + 14;

  const heads: Layer[] = [];
  const rowOf = new Map<string, number>();
  let y = 0;
  for (const { origin, words } of origins) {
    const born = (op: string): number =>
      Math.min(...data.spans.filter((row) => row.op === op).map((row) => row.from));
    const own = ops
      .filter((op) => data.spans.some((row) => row.op === op && row.origin === origin))
      .map((op, index) => ({ op, index, born: born(op) }))
      .sort((a, b) => a.born - b.born || a.index - b.index);
    if (own.length === 0) continue;
    heads.push(label(words, -left + 6, y + headHeight / 2 + 1, { color: theme.ink, weight: 600 }));
    y += headHeight;
    for (const { op } of own) {
      heads.push(
        label(fitText(op, left - 12, textSize.small), -6, y + rowHeight / 2, {
          color: theme.ink,
          size: textSize.small,
          align: 'right',
        }),
      );
      rowOf.set(op, y);
      y += rowHeight;
    }
    y += 3;
  }
  const height = y;
  const frame: Frame = {
    x: left,
    y: topMargin + 18,
    width: width - left - 16,
    height,
    xDomain: [0, lastRound],
    yDomain: [height, 0],
  };
  const xTicks = roundsTicks(lastRound, 5);
  const looks = standings(theme);
  const main = panel({
    frame,
    theme,
    xTicks: [],
    grid: 'none',
    layers: [
      ...xTicks.map((tick) =>
        boxes([{ x: tick, x2: tick, y: 0, y2: height }], { fill: theme.grid, stroke: theme.grid }),
      ),
      ...(['shadow', 'active', 'selected'] as const).map((standing) =>
        boxes(
          data.spans
            .filter((row) => row.standing === standing)
            .map((row) => {
              const top = rowOf.get(row.op) ?? 0;
              return { x: row.from, x2: row.to, y: top + 2, y2: top + rowHeight - 2 };
            }),
          looks[standing],
        ),
      ),
      dots(
        data.retired.map((row) => ({ x: row.round, y: (rowOf.get(row.op) ?? 0) + rowHeight / 2 })),
        {
          color: theme.vermillion.mark,
          shape: 'M-.5,-.5L.5,.5M-.5,.5L.5,-.5',
          size: 80,
          hollow: 'transparent',
        },
      ),
      ...heads,
    ],
  });

  const [, mostRejected] = extent([0, ...data.rejected.map((row) => row.drafts)]);
  const strip: Frame = {
    x: left,
    y: frame.y + height + 22,
    width: frame.width,
    height: 34,
    xDomain: frame.xDomain,
    yDomain: [0, Math.max(1, mostRejected)],
  };
  const bars = panel({
    frame: strip,
    theme,
    xTicks,
    xTitle: 'grader round',
    yTicks: [0, Math.max(1, mostRejected)],
    yFormat: 'd',
    grid: 'none',
    layers: [
      boxes(
        data.rejected
          .filter((row) => row.drafts > 0)
          .map((row) => ({ x: row.round - 0.35, x2: row.round + 0.35, y: 0, y2: row.drafts })),
        { fill: theme.muted, opacity: 0.75 },
      ),
      label('drafts refused at the birth gate, a round', 0, -8, { color: theme.muted, size: textSize.small }),
    ],
  });

  const selectedEver = distinct(
    data.spans.filter((row) => row.standing === 'selected'),
    (row) => row.op,
  );
  return {
    spec: page(style, strip.y + strip.height + 36, data.note, [main, bars, legend(style, data.title)]),
    title: 'Life of the detectors',
    desc: `${data.title}: ${ops.length} detectors over ${data.lastRound} grader rounds, a row each; shadow hollow, active light, in the selected grader dark, a cross where one is retired. ${data.retired.length} retired; selected at some time: ${selectedEver.join(', ') || 'none'}. ${data.rejected.reduce((sum, row) => sum + row.drafts, 0)} drafts were refused.`,
  };
}

function standings(
  theme: Theme,
): Readonly<Record<'shadow' | 'active' | 'selected', { fill: string; stroke: string }>> {
  return {
    shadow: { fill: theme.background, stroke: theme.grey.mark },
    active: {
      fill: theme.name === 'light' ? '#b9d7ea' : '#2a4f69',
      stroke: theme.name === 'light' ? '#b9d7ea' : '#2a4f69',
    },
    selected: { fill: theme.blue.mark, stroke: theme.blue.mark },
  };
}

/** The title, and under it what boxes and crosses mean. */
function legend({ theme, layout }: Style, title: string): ReturnType<typeof panel> {
  const looks = standings(theme);
  const layers: Layer[] = [label(title, 0, 6, { color: theme.ink, weight: 600, size: textSize.title })];
  let x = 0;
  for (const [words, look] of [
    ['shadow', looks.shadow],
    ['active', looks.active],
    [layout === 'page' ? 'in the selected grader' : 'selected', looks.selected],
  ] as const) {
    layers.push(
      pixelBox({ x: x + 0.5, y: 19, width: 12, height: 8 }, look),
      label(words, x + 17, 23, { color: theme.muted, size: textSize.small }),
    );
    x += 17 + textWidth(words, textSize.small) + 14;
  }
  layers.push(
    {
      mark: {
        type: 'symbol',
        encode: {
          update: {
            x: { value: x + 4 },
            y: { value: 23 },
            shape: { value: 'M-.5,-.5L.5,.5M-.5,.5L.5,-.5' },
            size: { value: 80 },
            stroke: { value: theme.vermillion.mark },
            strokeWidth: { value: 1.5 },
          },
        },
      },
    },
    label('retired', x + 12, 23, { color: theme.muted, size: textSize.small }),
  );
  return panel({
    frame: { x: 8, y: 6, width: layoutWidth[layout] - 16, height: 30, xDomain: [0, 1], yDomain: [0, 1] },
    theme,
    grid: 'none',
    layers,
  });
}
