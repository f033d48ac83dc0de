import { type Box, isInside, isPoint, overlaps } from './box.js';
import type { CheckNotes } from './published.js';
import type { Quantity, ReadValue, Values } from './quantities.js';

/** What recomputing a printed number showed. */
export type PaperStatus = 'recomputed' | 'consistent with rounding' | 'impossible' | 'not derivable';

/** One number of the report. */
export interface PaperLine {
  /** The id of the published value; null for a number that the paper does not print. */
  readonly id: string | null;
  readonly label: string;
  readonly group: string;
  readonly status: PaperStatus;
  /** The printed string; null for a number that the paper does not print. */
  readonly published: string | null;
  /** The recomputed number in natural units (106% is 1.06), or the interval that rounding leaves. */
  readonly recomputed: number | { readonly low: number; readonly high: number } | null;
  /** How it follows from other numbers, written out. */
  readonly arithmetic: string;
  readonly assuming: string | null;
  readonly notes: readonly string[];
  /** The counts of the single runs that give a mean ± sd, where they were looked for. */
  readonly counts?: readonly (readonly number[])[];
  /** Where the number was printed. */
  readonly source: { readonly document: string; readonly place: string } | null;
}

/** A line without what the check's frame adds (group, assumption, the check's own note). */
export type BareLine = Omit<PaperLine, 'group' | 'assuming'>;

/** What the checks of each kind work on. */
export interface CheckContext {
  readonly values: Values;
  readonly documents: Readonly<Record<string, string>>;
  /** The quantity of a number or reference. */
  readonly quantity: (operand: number | string) => Quantity;
  /** The same where a count or setting must be known exactly. */
  readonly exactly: (operand: number | string) => number;
}

/** The printed value that a check is about; ids have been validated. */
export function valueOf(reference: string, { values }: CheckContext): ReadValue {
  const found = values.get(reference.split('.')[0] ?? '');
  if (found === undefined) throw new Error(`value '${reference}' was not validated`);
  return found;
}

/** The fields of a line that come from the printed value. */
export function about(
  reference: string,
  context: CheckContext,
): Pick<PaperLine, 'id' | 'label' | 'published' | 'source'> {
  const { value } = valueOf(reference, context);
  const document = context.documents[value.document] ?? value.document;
  return {
    id: reference,
    label: value.label,
    published: value.printed,
    source: { document, place: value.place },
  };
}

/** The fields of a line for a number that the paper does not print. */
export function unprinted(label: string): Pick<PaperLine, 'id' | 'label' | 'published' | 'source'> {
  return { id: null, label, published: null, source: null };
}

/**
 * The verdict on a printed number: recomputed when everything the inputs allow rounds to it, consistent when something
 * does, impossible when nothing does. Under an assumption, or against a number printed as approximate, a mismatch
 * only shows that the number does not follow.
 */
export function judge(
  computed: Box,
  printed: { readonly box: Box; readonly approximate: boolean },
  { assuming }: Pick<CheckNotes, 'assuming'>,
): PaperStatus {
  if (!Number.isFinite(computed.low) || !Number.isFinite(computed.high)) return 'not derivable';
  if (isInside(computed, printed.box)) return 'recomputed';
  if (overlaps(computed, printed.box)) return 'consistent with rounding';
  return assuming === undefined && !printed.approximate ? 'impossible' : 'not derivable';
}

/** A box as the report's number: a point as itself; an unbounded one as nothing. */
export function reported(box: Box): PaperLine['recomputed'] {
  if (!Number.isFinite(box.low) || !Number.isFinite(box.high)) return null;
  return isPoint(box) ? rounded(box.low) : { low: rounded(box.low), high: rounded(box.high) };
}

/** Twelve significant digits: the last ones of a double depend on the order of the arithmetic. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** A remark when the exact number lies halfway between two printed ones. */
export function tieNote(computed: Box, printed: Box): string[] {
  if (!isPoint(computed)) return [];
  const tie = Math.abs(computed.low - printed.low) < 1e-10 || Math.abs(computed.low - printed.high) < 1e-10;
  return tie && !isPoint(printed) ? ['a tie: papers round it either way'] : [];
}
