import type { Box } from './box.js';

/** One number as it was printed: the decimals say how far rounding can have moved it. */
export interface PrintedPart {
  /** The digits with an ASCII sign, without thousands commas and percent sign. */
  readonly digits: string;
  /** In natural units: 106% is 1.06. */
  readonly value: number;
  /** Everything that rounds to it, both ties included because papers round either way. */
  readonly box: Box;
  readonly percent: boolean;
  /** Printed with ≈ or ~: rounding is not all that may have moved it. */
  readonly approximate: boolean;
}

/** What a printed string holds. */
export type Printed =
  | { readonly kind: 'number'; readonly value: PrintedPart }
  | { readonly kind: 'mean-sd'; readonly mean: PrintedPart; readonly sd: PrintedPart }
  | { readonly kind: 'interval'; readonly low: PrintedPart; readonly high: PrintedPart }
  | { readonly kind: 'range'; readonly low: PrintedPart; readonly high: PrintedPart }
  | { readonly kind: 'fraction'; readonly part: PrintedPart; readonly whole: PrintedPart };

/** The forms that {@link parsePrinted} reads, for error messages. */
export const printedForms =
  '0.717, .27, 106%, ≈0.27, 1,056, 0.717±.038, [−.03, .06], 997–1014 or 16/23 (text needs "unit": "text")';

const number = String.raw`[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?`;
const forms = {
  fraction: new RegExp(`^(\\d+)/(\\d+)$`),
  meanAndSd: new RegExp(`^(${number})±(${number})(%?)$`),
  interval: new RegExp(`^\\[(${number}),(${number})\\](%?)$`),
  range: new RegExp(`^(${number})–(${number})(%?)$`),
  number: new RegExp(`^([≈~]?)(${number})(%?)$`),
};

/** Everything that rounds to the digits. A whole number without a percent sign is a count, and exact. */
function part(text: string, percent: boolean, approximate: boolean): PrintedPart | undefined {
  const digits = text.replaceAll(',', '').replace(/^\+/, '');
  if (!/\d/.test(digits)) return undefined;
  const scale = percent ? 100 : 1;
  const decimals = digits.split('.')[1]?.length ?? 0;
  const exact = decimals === 0 && !percent && !approximate;
  const half = exact ? 0 : 0.5 * 10 ** -decimals;
  const value = Number(digits);
  const box = { low: (value - half) / scale, high: (value + half) / scale };
  return { digits, value: value / scale, box, percent, approximate };
}

/** Reads two numbers that share a percent sign. */
function pair(match: RegExpExecArray): readonly [PrintedPart, PrintedPart] | undefined {
  const percent = match[3] === '%';
  const first = part(match[1] ?? '', percent, false);
  const second = part(match[2] ?? '', percent, false);
  return first === undefined || second === undefined ? undefined : [first, second];
}

/**
 * Reads a number as a paper prints it.
 *
 * @param text one of the forms of {@link printedForms}; minus signs and dashes may be typographic
 * @returns undefined when the text is none of them
 * @example
 * parsePrinted('106%') // { kind: 'number', value: { digits: '106', value: 1.06, box: { low: 1.055, high: 1.065 }, … } }
 */
export function parsePrinted(text: string): Printed | undefined {
  const plain = text
    .replace(/(?<=[\d.%]\s*)-(?=\s*\.?\d)/, '–')
    .replaceAll('−', '-')
    .replace(/\s+/g, '');
  const fraction = forms.fraction.exec(plain);
  if (fraction !== null) {
    const [top, bottom] = [part(fraction[1] ?? '', false, false), part(fraction[2] ?? '', false, false)];
    if (top === undefined || bottom === undefined || bottom.value === 0) return undefined;
    return { kind: 'fraction', part: top, whole: bottom };
  }
  const meanAndSd = forms.meanAndSd.exec(plain);
  if (meanAndSd !== null) {
    const both = pair(meanAndSd);
    return both && { kind: 'mean-sd', mean: both[0], sd: both[1] };
  }
  for (const kind of ['interval', 'range'] as const) {
    const match = forms[kind].exec(plain);
    if (match === null) continue;
    const both = pair(match);
    return both && { kind, low: both[0], high: both[1] };
  }
  const single = forms.number.exec(plain);
  const value = single === null ? undefined : part(single[2] ?? '', single[3] === '%', single[1] !== '');
  return value && { kind: 'number', value };
}
