import { pythonFloatText } from './pandas-number.js';
import { commonKind, type Cell, type Column, type ColumnKind } from './read-csv.js';

/** A column as the comparison reads it: missing values are the whole number 0, and every value has its Python text. */
export interface Vector {
  readonly cells: readonly Cell[];
  /** The common type of its table, which decides how its whole numbers are written. */
  readonly kind: ColumnKind;
  readonly summary: Summary;
  /** The values in the order of comparison: as written, or sorted by text, with text before numbers among equals. */
  ordered(): Ordered;
}

interface Ordered {
  readonly texts: readonly string[];
  /** The numeric value where the cell is a number, a truth value or missing; NaN for text. */
  readonly numbers: Float64Array;
}

/** Totals that show cheaply that two columns cannot match. */
interface Summary {
  readonly textCells: number;
  readonly textLength: number;
  readonly sum: number;
  readonly size: number;
}

/** Absolute and relative tolerance of two numbers (Python's `math.isclose`). */
const absoluteTolerance = 1e-2;
const relativeTolerance = 1e-9;
const surrogate = /[\ud800-\udfff]/;

/** Turns the columns of one table into vectors. Their common type decides how whole numbers are written beside floats. */
export function vectorsOf(columns: readonly Column[], ignoreOrder: boolean): Vector[] {
  const common = commonKind(columns.map((column) => column.kind));
  return columns.map(({ cells, kind: own }) => {
    const kind = own === 'float' ? 'float' : common;
    let ordered: Ordered | undefined;
    return {
      cells,
      kind,
      summary: summaryOf(cells),
      ordered: () => (ordered ??= orderedOf(cells, kind, ignoreOrder)),
    };
  });
}

interface Value {
  readonly text: string;
  readonly number: number;
}

function orderedOf(cells: readonly Cell[], kind: ColumnKind, ignoreOrder: boolean): Ordered {
  const values: Value[] = cells.map((cell) => ({
    text: textOf(cell, kind),
    number: typeof cell === 'string' ? NaN : Number(cell),
  }));
  if (ignoreOrder) values.sort(values.some(({ text }) => surrogate.test(text)) ? byCodePoint : byUnit);
  return {
    texts: values.map(({ text }) => text),
    numbers: Float64Array.from(values, ({ number }) => number),
  };
}

function summaryOf(cells: readonly Cell[]): Summary {
  let textCells = 0;
  let textLength = 0;
  let sum = 0;
  let size = 0;
  for (const cell of cells) {
    if (typeof cell === 'string') {
      textCells++;
      textLength += cell.length;
    } else {
      const number = Number(cell);
      sum += number;
      size += Math.abs(number);
    }
  }
  return { textCells, textLength, sum, size };
}

/** Sound, never a wrong refusal: sums of matching columns differ by no more than their tolerances add up to. */
function cannotMatch(a: Vector, b: Vector): boolean {
  const left = a.summary;
  const right = b.summary;
  if (
    a.cells.length !== b.cells.length ||
    left.textCells !== right.textCells ||
    left.textLength !== right.textLength
  )
    return true;
  const size = left.size + right.size;
  return (
    Number.isFinite(size) &&
    Math.abs(left.sum - right.sum) > 1.1 * (absoluteTolerance * a.cells.length + relativeTolerance * size)
  );
}

function textOf(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return '0';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  return kind === 'float' ? pythonFloatText(Number(cell)) : String(cell);
}

function byUnit(a: Value, b: Value): number {
  if (a.text < b.text) return -1;
  return a.text > b.text ? 1 : rank(a) - rank(b);
}

function rank({ number }: Value): number {
  return Number.isNaN(number) ? 0 : 1;
}

/** Python sorts by code point, JavaScript by UTF-16 unit: they part where surrogate pairs occur. */
function byCodePoint(a: Value, b: Value): number {
  const left = [...a.text];
  const right = [...b.text];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length || rank(a) - rank(b);
}

/**
 * Whether two numbers count as equal: within 0.01, or within a billionth of the larger.
 *
 * @example
 * numbersMatch(1, 1.009) // true
 */
export function numbersMatch(a: number, b: number): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const difference = Math.abs(a - b);
  return (
    difference <= absoluteTolerance || difference <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b))
  );
}

/** The benchmark's column match: equal lengths, then value by value in the order of comparison. */
export function vectorsMatch(a: Vector, b: Vector): boolean {
  if (cannotMatch(a, b)) return false;
  if (a.kind === b.kind && a.cells.every((cell, row) => cell === b.cells[row])) return true;
  const left = a.ordered();
  const right = b.ordered();
  for (let at = 0; at < a.cells.length; at++) {
    const one = left.numbers[at] ?? NaN;
    const other = right.numbers[at] ?? NaN;
    if (Number.isNaN(one) || Number.isNaN(other)) {
      if (Number.isNaN(one) !== Number.isNaN(other) || left.texts[at] !== right.texts[at]) return false;
    } else if (!numbersMatch(one, other)) {
      return false;
    }
  }
  return true;
}
