import { pixelLine } from './layers.js';
import { label, yPixel, type Frame, type Layer } from './panel.js';
import { spread } from './spread.js';
import { wrapText } from './text-width.js';
import { textSize } from './theme.js';

/** A word for a line, at its right end. */
export interface EndLabel {
  readonly text: string;
  /** Where the line ends, in the panel's own units. */
  readonly value: number;
  readonly color: string;
}

const lineHeight = textSize.label + 1.5;

/**
 * Names lines at the right edge of a panel, in their own colours, moved apart with thin leaders where lines end close.
 *
 * @param room - pixels right of the panel; longer words are broken at spaces
 */
export function endLabels(frame: Frame, labels: readonly EndLabel[], room = 200): Layer[] {
  const broken = labels.map(({ text }) => wrapText(text, room - 12, textSize.label, 600));
  const lines = Math.max(1, ...broken.map((one) => one.length));
  const wanted = labels.map(({ value }) => Math.max(0, Math.min(frame.height, yPixel(frame, value))));
  const half = ((lines - 1) * lineHeight) / 2 + 2;
  const placed = spread(wanted, lines * lineHeight + 1, [half, frame.height - half]);
  return labels.flatMap(({ color }, index) => {
    const from = wanted[index] ?? 0;
    const to = placed[index] ?? 0;
    const words = broken[index] ?? [];
    return [
      pixelLine({ x: frame.width + 2, y: from }, { x: frame.width + 9, y: to }, { color, width: 0.8 }),
      ...words.map((word, row) =>
        label(word, frame.width + 11, to + (row - (words.length - 1) / 2) * lineHeight, {
          color,
          weight: 600,
        }),
      ),
    ];
  });
}
