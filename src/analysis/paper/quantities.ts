import { PawlError } from '../../errors.js';
import { didYouMean } from '../../input/nearest-name.js';
import { type Box, isPoint, point } from './box.js';
import { boxText, plainNumber } from './number-text.js';
import { parsePrinted, type Printed, type PrintedPart } from './printed-number.js';
import type { Operand, PublishedPaper, PublishedValue } from './published.js';

/** A number as the arithmetic uses it. */
export interface Quantity {
  readonly box: Box;
  /** How it is written in the arithmetic: as counts where the grid settles them. */
  readonly text: string;
  /** The counts behind it, when exactly one count rounds to what was printed. */
  readonly counts?: { readonly count: number; readonly of: number } | undefined;
}

/** A printed value with what its string holds; `printed` is undefined for text. */
export interface ReadValue {
  readonly value: PublishedValue;
  readonly printed: Printed | undefined;
}

/** The printed values of a paper by id. */
export type Values = ReadonlyMap<string, ReadValue>;

/** The parts that `id.part` may name, for each printed form. */
const partsOf: Readonly<Record<Printed['kind'], readonly string[]>> = {
  number: [],
  'mean-sd': ['mean', 'sd'],
  interval: ['low', 'high'],
  range: ['low', 'high'],
  fraction: ['part', 'whole'],
};

/** Reads every printed string once. Strings that hold no number have been refused before, unless their unit is 'text'. */
export function readValues(paper: PublishedPaper): Values {
  return new Map(
    paper.values.map((value) => {
      const printed = value.unit === 'text' ? undefined : parsePrinted(value.printed);
      return [value.id, { value, printed }];
    }),
  );
}

/** What is wrong with a reference, or undefined. `whole` allows intervals and ranges without a part. */
export function referenceProblem(
  reference: string,
  values: Values,
  whole: boolean = false,
): string | undefined {
  const [id = '', part] = reference.split('.');
  const found = values.get(id);
  if (found === undefined) return `no value has the id '${id}'; ${didYouMean(id, [...values.keys()])}`;
  if (found.printed === undefined) {
    // an unreadable string is reported with the value, not with every reference to it
    if (found.value.unit !== 'text') return undefined;
    return whole && part === undefined ? undefined : `'${id}' is text (${found.value.printed}), not a number`;
  }
  const parts = partsOf[found.printed.kind];
  const form = `'${found.value.printed}' (${found.printed.kind})`;
  if (part !== undefined && !parts.includes(part)) {
    return `${form} has no part '${part}'; ${parts.length === 0 ? 'it is one number' : didYouMean(part, parts)}`;
  }
  const ambiguous = found.printed.kind === 'interval' || found.printed.kind === 'range';
  if (part === undefined && ambiguous && !whole)
    return `${form} is two numbers: write '${id}.low' or '${id}.high'`;
  return undefined;
}

/** The counts that round to what was printed, on a grid of `grid` steps. */
export function countsOnGrid(box: Box, grid: number): number[] {
  const counts: number[] = [];
  const slack = 1e-9;
  for (let count = Math.ceil(box.low * grid - slack); count <= box.high * grid + slack; count++)
    counts.push(count);
  return counts;
}

/** The printed number as the arithmetic uses it: exact if the grid leaves one count, else what rounding allows. */
function quantityOfPart(part: PrintedPart, printed: string, grid: number | undefined): Quantity {
  const counts = grid === undefined ? [] : countsOnGrid(part.box, grid);
  const [count] = counts;
  if (grid !== undefined && count !== undefined && counts.length === 1) {
    return { box: point(count / grid), text: `${count}/${grid}`, counts: { count, of: grid } };
  }
  return { box: part.box, text: printed };
}

/** A fraction such as 271/526, exactly. */
function quantityOfFraction(part: PrintedPart, whole: PrintedPart): Quantity {
  return {
    box: point(part.value / whole.value),
    text: `${part.value}/${whole.value}`,
    counts: { count: part.value, of: whole.value },
  };
}

/** The printed part that a reference names. */
export function partAt(
  reference: string,
  values: Values,
): { readonly part: PrintedPart; readonly mean: boolean } {
  const problem = referenceProblem(reference, values);
  const [id = '', name] = reference.split('.');
  const printed = values.get(id)?.printed;
  if (problem !== undefined || printed === undefined)
    throw new PawlError('bad-input', problem ?? `'${id}' is text`);
  switch (printed.kind) {
    case 'number':
      return { part: printed.value, mean: true };
    case 'mean-sd':
      return name === 'sd' ? { part: printed.sd, mean: false } : { part: printed.mean, mean: true };
    case 'interval':
    case 'range':
      return { part: name === 'low' ? printed.low : printed.high, mean: false };
    case 'fraction':
      return { part: name === 'whole' ? printed.whole : printed.part, mean: false };
  }
}

/** The quantity behind a number or a reference. */
export function quantityOf(operand: Operand, values: Values): Quantity {
  if (typeof operand === 'number') return { box: point(operand), text: plainNumber(operand) };
  const [id = '', name] = operand.split('.');
  const { part, mean } = partAt(operand, values);
  const found = values.get(id);
  if (found?.printed?.kind === 'fraction' && name === undefined) {
    return quantityOfFraction(found.printed.part, found.printed.whole);
  }
  const text = part.percent
    ? `${part.digits.replace('-', '−')}%`
    : part.digits.replace('-', '−').replace(/^(−?)0(?=\.)/, '$1');
  // what the authors chose was not rounded
  if (found?.value.setting === true) return { box: point(part.value), text };
  return quantityOfPart(part, part.approximate ? `≈${text}` : text, mean ? found?.value.grid : undefined);
}

/** The value of an operand that must be one number (a count or a setting). */
export function exactly(operand: Operand, values: Values): number {
  const { box, text } = quantityOf(operand, values);
  if (!isPoint(box))
    throw new PawlError('bad-input', `${String(operand)}: ${text} is known only to ${boxText(box)}`);
  return box.low;
}
