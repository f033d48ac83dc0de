import type { ArchitectureData } from './data.js';
import { escapeMarkup } from './finish-svg.js';
import { layoutWidth, textSize, type Ink, type Theme } from './theme.js';
import type { Style } from './page.js';
import { textWidth, wrapText, type FontWeight } from './text-width.js';
import { fontFamily } from './theme.js';

/** A drawing that needs no scales: one `<svg>` element and its words. */
export interface PlainDrawing {
  readonly svg: string;
  readonly title: string;
  readonly desc: string;
}

const graderSteps = ['sense', 'grow', 'select', 'curate', 'audit'] as const;
const skillSteps = ['evaluate', 'train', 'critic', 'synthesise', 'curate'] as const;
const loopHeight = 128;

/** Figure 1: the two loops, what couples them, and what neither may touch. */
export function drawArchitecture(data: ArchitectureData, style: Style): PlainDrawing {
  const draw = pen(style.theme);
  const width = layoutWidth[style.layout];
  const { body, height } = style.layout === 'page' ? onPage(data, draw) : inColumn(data, draw);
  const lines = wrapText(data.note, width - 8, textSize.small);
  const notes = lines.map((line, index) =>
    draw.text(line, 4, height + 8 + index * 12, { color: style.theme.muted, size: textSize.small }),
  );
  const whole = height + 14 + lines.length * 12;
  const schedule = data.schedule.map((phase) => `${phase.grader} grader and ${phase.skill} skill rounds`);
  return {
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}">` +
      `<rect width="${width}" height="${whole}" fill="${style.theme.background}"/>` +
      `<defs>${draw.arrowHead}</defs>${body.join('')}${notes.join('')}</svg>`,
    title: 'The Double Ratchet',
    desc: `A slow grader loop (${graderSteps.join(', ')}) and a fast skill loop (${skillSteps.join(', ')}) take turns: ${schedule.join(', ')}. The best grader grades train attempts; train outputs come back unlabelled. ${data.devAnchors} dev anchors are the only supervision. The locked test is recorded for the grader and decides held-out score and rollback of skills. An outside judge compares the last output with the first and never trains anything.`,
  };
}

interface Drawn {
  readonly body: readonly string[];
  readonly height: number;
}

function onPage(data: ArchitectureData, draw: Pen): Drawn {
  const top = 52;
  const bottom = top + loopHeight;
  const below = bottom + 30;
  return {
    body: [
      draw.schedule(data, 12, 10, 638),
      draw.loop({ x: 12, y: top, width: 280, title: 'grader loop, slow', steps: graderSteps, hue: 'blue' }),
      draw.loop({ x: 370, y: top, width: 280, title: 'skill loop, fast', steps: skillSteps, hue: 'orange' }),
      draw.arrow([
        [292, top + 40],
        [368, top + 40],
      ]),
      draw.note(['grades train', 'attempts'], 330, top + 20, 'center'),
      draw.arrow([
        [370, top + 84],
        [294, top + 84],
      ]),
      draw.note(['outputs,', 'unlabelled'], 330, top + 97, 'center'),
      draw.card({
        x: 12,
        y: below,
        width: 190,
        title: `${data.devAnchors} dev anchors`,
        text: 'soft labels against references: the only supervision',
      }),
      draw.arrow([
        [90, below],
        [90, bottom + 2],
      ]),
      draw.note(['selects'], 96, bottom + 15, 'left'),
      draw.card({
        x: 222,
        y: below,
        width: 240,
        title: 'locked test',
        text: 'recorded for graders, never used; held-out score and rollback of skills',
      }),
      draw.arrow(
        [
          [256, below],
          [256, bottom + 2],
        ],
        true,
      ),
      draw.note(['audits only'], 250, bottom + 15, 'right'),
      draw.arrow([
        [410, below],
        [410, bottom + 2],
      ]),
      draw.note(['scores, rolls back'], 416, bottom + 15, 'left'),
      draw.card({
        x: 482,
        y: below,
        width: 168,
        title: 'outside judge',
        text: 'last output against the first, both orders; trains nothing',
      }),
      draw.arrow(
        [
          [600, bottom],
          [600, below - 2],
        ],
        true,
      ),
      draw.note(['final outputs'], 594, bottom + 15, 'right'),
    ],
    height: below + 62,
  };
}

function inColumn(data: ArchitectureData, draw: Pen): Drawn {
  const dev = 46;
  const grader = dev + 66;
  const skill = grader + loopHeight + 34;
  const last = skill + loopHeight + 28;
  return {
    body: [
      draw.schedule(data, 14, 10, 297),
      draw.card({
        x: 14,
        y: dev,
        width: 297,
        title: `${data.devAnchors} dev anchors`,
        text: 'soft labels against references: the only supervision',
      }),
      draw.arrow([
        [250, dev + 36],
        [250, grader - 2],
      ]),
      draw.note(['selects'], 244, dev + 50, 'right'),
      draw.loop({
        x: 14,
        y: grader,
        width: 297,
        title: 'grader loop, slow',
        steps: graderSteps,
        hue: 'blue',
      }),
      draw.arrow([
        [60, grader + loopHeight],
        [60, skill - 2],
      ]),
      draw.note(['grades train attempts'], 66, grader + loopHeight + 17, 'left'),
      draw.arrow([
        [220, skill],
        [220, grader + loopHeight + 2],
      ]),
      draw.note(['unlabelled outputs'], 226, grader + loopHeight + 17, 'left'),
      draw.loop({ x: 14, y: skill, width: 297, title: 'skill loop, fast', steps: skillSteps, hue: 'orange' }),
      draw.card({
        x: 14,
        y: last,
        width: 160,
        title: 'locked test',
        text: 'recorded for graders, never used; held-out score and rollback of skills',
        tall: true,
      }),
      draw.arrow([
        [60, last],
        [60, skill + loopHeight + 2],
      ]),
      draw.note(['scores, rolls back'], 66, last - 14, 'left'),
      draw.arrow(
        [
          [14, last + 20],
          [5, last + 20],
          [5, grader + 64],
          [12, grader + 64],
        ],
        true,
      ),
      draw.card({
        x: 184,
        y: last,
        width: 127,
        title: 'outside judge',
        text: 'last output against the first, both orders; trains nothing',
        tall: true,
      }),
      draw.arrow(
        [
          [250, skill + loopHeight],
          [250, last - 2],
        ],
        true,
      ),
      draw.note(['final outputs'], 244, last - 14, 'right'),
    ],
    height: last + 82,
  };
}

interface TextOptions {
  readonly color: string;
  readonly size?: number;
  readonly weight?: FontWeight;
  readonly anchor?: 'start' | 'middle' | 'end';
}

type Pen = ReturnType<typeof pen>;

/** The few shapes that the drawing is made of. */
function pen(theme: Theme) {
  const text = (words: string, x: number, y: number, options: TextOptions): string =>
    `<text x="${x}" y="${y}" fill="${options.color}" font-family="${fontFamily}" font-size="${options.size ?? textSize.label}"` +
    `${options.weight === 600 ? ' font-weight="600"' : ''} text-anchor="${options.anchor ?? 'start'}">${escapeMarkup(words)}</text>`;
  const box = (
    x: number,
    y: number,
    width: number,
    height: number,
    look: { readonly fill: string; readonly stroke?: string; readonly round?: number },
  ): string =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${look.round ?? 5}" fill="${look.fill}"` +
    `${look.stroke === undefined ? '' : ` stroke="${look.stroke}"`}/>`;
  const arrow = (points: readonly (readonly [number, number])[], dashed = false): string =>
    `<path d="M${points.map(([x, y]) => `${x},${y}`).join('L')}" fill="none" stroke="${theme.ink}" stroke-width="1.2"` +
    `${dashed ? ' stroke-dasharray="3,3"' : ''} marker-end="url(#head)"/>`;
  const note = (lines: readonly string[], x: number, y: number, align: 'left' | 'center' | 'right'): string =>
    lines
      .map((line, index) =>
        text(line, x, y + 3 + index * 11, {
          color: theme.muted,
          size: textSize.small,
          anchor: align === 'left' ? 'start' : align === 'center' ? 'middle' : 'end',
        }),
      )
      .join('');

  const schedule = (data: ArchitectureData, x: number, y: number, width: number): string => {
    const all = data.schedule.reduce((sum, phase) => sum + phase.grader + phase.skill, 0);
    const parts: string[] = [];
    let at = x;
    for (const { grader, skill } of data.schedule) {
      for (const [rounds, hue, name] of [
        [grader, theme.blue, 'grader'],
        [skill, theme.orange, 'skill'],
      ] as const) {
        const wide = (rounds / all) * width;
        const words = [`${name} ${rounds}`, String(rounds)].find(
          (one) => textWidth(one, textSize.small, 600) < wide - 4,
        );
        parts.push(
          box(round(at + 0.5), y, round(Math.max(1, wide - 1)), 20, { fill: tint(theme, hue), round: 2 }),
          words === undefined
            ? ''
            : text(words, round(at + wide / 2), y + 13, {
                color: theme.ink,
                size: textSize.small,
                weight: 600,
                anchor: 'middle',
              }),
        );
        at += wide;
      }
    }
    return parts.join('');
  };

  const loop = (one: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly title: string;
    readonly steps: readonly string[];
    readonly hue: 'blue' | 'orange';
  }): string => {
    const ink = theme[one.hue];
    const chip = { width: 76, height: 24 };
    const columns = [12, (one.width - chip.width) / 2, one.width - chip.width - 12];
    const rows = [34, 86];
    // Clockwise: three on top, then two back below, and up to the first again.
    const cells = [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
    ] as const;
    const places = cells.map(([column, row]) => ({
      x: one.x + (columns[column] ?? 0),
      y: one.y + (rows[row] ?? 0),
    }));
    const parts = [
      box(one.x, one.y, one.width, loopHeight, { fill: theme.surface, stroke: ink.mark, round: 8 }),
      text(one.title, one.x + 12, one.y + 21, { color: ink.text, weight: 600, size: textSize.title }),
    ];
    places.forEach((place, index) => {
      parts.push(
        box(place.x, place.y, chip.width, chip.height, { fill: tint(theme, ink), round: 12 }),
        text(one.steps[index] ?? '', place.x + chip.width / 2, place.y + 15.5, {
          color: theme.ink,
          anchor: 'middle',
        }),
      );
    });
    const [first, second, third, fourth, fifth] = places.map((place) => ({
      left: place.x,
      right: place.x + chip.width,
      top: place.y,
      bottom: place.y + chip.height,
      centre: place.x + chip.width / 2,
      middle: place.y + chip.height / 2,
    }));
    if (first && second && third && fourth && fifth) {
      parts.push(
        arrow([
          [first.right, first.middle],
          [second.left - 2, second.middle],
        ]),
        arrow([
          [second.right, second.middle],
          [third.left - 2, third.middle],
        ]),
        arrow([
          [third.centre, third.bottom],
          [fourth.centre, fourth.top - 2],
        ]),
        arrow([
          [fourth.left, fourth.middle],
          [fifth.right + 2, fifth.middle],
        ]),
        arrow([
          [fifth.left, fifth.middle],
          [first.centre, fifth.middle],
          [first.centre, first.bottom + 2],
        ]),
      );
    }
    return parts.join('');
  };

  const card = (one: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly title: string;
    readonly text: string;
    readonly tall?: boolean;
  }): string => {
    const lines = wrapText(one.text, one.width - 20, textSize.small);
    return [
      box(one.x, one.y, one.width, 24 + lines.length * 12 + (one.tall === true ? 4 : 0), {
        fill: theme.surface,
        stroke: theme.muted,
      }),
      text(one.title, one.x + 10, one.y + 16, { color: theme.ink, weight: 600 }),
      ...lines.map((line, index) =>
        text(line, one.x + 10, one.y + 29 + index * 12, { color: theme.muted, size: textSize.small }),
      ),
    ].join('');
  };

  const arrowHead =
    '<marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6.5" markerHeight="6.5" orient="auto">' +
    `<path d="M0,0.8L7,4L0,7.2Z" fill="${theme.ink}"/></marker>`;
  return { text, box, arrow, note, schedule, loop, card, arrowHead };
}

/** A hue laid thin over the background, as a solid colour: text on it stays legible. */
function tint(theme: Theme, { mark }: Ink): string {
  const share = theme.name === 'light' ? 0.24 : 0.34;
  const channels = [1, 3, 5].map((at) => {
    const over = Number.parseInt(mark.slice(at, at + 2), 16);
    const under = Number.parseInt(theme.background.slice(at, at + 2), 16);
    return Math.round(over * share + under * (1 - share))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
