import { readFileSync } from 'node:fs';
import { dataPath } from '../data-folder.js';

/** The two weights that figures use. */
export type FontWeight = 400 | 600;

interface WidthTable {
  readonly unitsPerEm: number;
  readonly widths: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

let loaded: WidthTable | undefined;

function table(): WidthTable {
  loaded ??= JSON.parse(readFileSync(dataPath('fonts', 'inter-widths.json'), 'utf8')) as WidthTable;
  return loaded;
}

/**
 * The width of a line of text in Inter, from the committed table of advance widths: the same on every machine, with or
 * without the font. Kerning is left out (it makes text a little narrower); a letter outside the table counts as 'm'.
 *
 * @param size - pixels per em
 * @returns pixels
 * @example
 * textWidth('co', 10) // 11.865…
 */
export function textWidth(text: string, size: number, weight: FontWeight = 400): number {
  const { unitsPerEm, widths } = table();
  const advances = widths[String(weight)] ?? {};
  let units = 0;
  for (const letter of text) units += advances[letter] ?? advances['m'] ?? unitsPerEm;
  return (units * size) / unitsPerEm;
}

/** The text cut so that it fits, with an ellipsis; unchanged when it fits as it is. */
export function fitText(text: string, width: number, size: number, weight: FontWeight = 400): string {
  if (textWidth(text, size, weight) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size, weight) > width) letters.pop();
  return `${letters.join('')}…`;
}

/** The text broken into lines at spaces so that each fits; a single long word stays whole, and a percent
 * sign stays with its number. */
export function wrapText(text: string, width: number, size: number, weight: FontWeight = 400): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .replaceAll(' %', '\u00a0%')
    .split(/[ \t\n]+/)
    .filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, size, weight) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
