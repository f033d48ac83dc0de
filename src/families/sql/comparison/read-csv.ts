import { csvTokens } from './csv-tokens.js';
import { lowestInt64, readFloat, readInteger } from './pandas-number.js';

/** A cell: text, number (a bigint beyond 2⁵³), truth value, or null for a missing value (NaN). */
export type Cell = string | number | bigint | boolean | null;

/** The type that pandas gives a column. */
export type ColumnKind = 'int' | 'uint' | 'float' | 'bool' | 'object';

/** One typed column. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly cells: readonly Cell[];
}

/** A typed table. */
export interface Frame {
  readonly columns: readonly Column[];
  readonly rowCount: number;
}

/** A table, or why the text is none. */
export type FrameReading =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'unreadable'; readonly message: string };

const missingWords = new Set([
  '', '#N/A', '#N/A N/A', '#NA', '-1.#IND', '-1.#QNAN', '-NaN', '-nan', '1.#IND', '1.#QNAN', '<NA>', 'N/A', 'NA', 'NULL', 'NaN', 'None', 'n/a', 'nan', 'null',
]); // prettier-ignore
const truthWords = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Reads CSV text into typed columns as `pandas.read_csv` does with its default options.
 *
 * @example
 * readCsv('a,b\n1,x\n,y\n') // columns a: float [1, null], b: object ['x', 'y']
 */
export function readCsv(text: string): FrameReading {
  const tokens = csvTokens(text);
  if (tokens.kind === 'unreadable') return tokens;
  const { header, rows, fieldCount } = tokens;
  // A first data row longer than the header: its leading surplus is the index, not data.
  const indexCount = Math.max(0, fieldCount - header.length);
  const columns = header.map((name, position) =>
    typeColumn(name, rows, position + indexCount, chunkRows(fieldCount)),
  );
  return { kind: 'frame', frame: { columns, rowCount: rows.length } };
}

/** The reader types a long table piece by piece; a piece's rows are the largest power of two below 2²⁰ / columns. */
function chunkRows(fieldCount: number): number {
  let rows = 1;
  while (rows * 2 < 2 ** 20 / fieldCount) rows *= 2;
  return rows;
}

function typeColumn(
  name: string,
  rows: readonly (readonly string[])[],
  position: number,
  size: number,
): Column {
  const pieces: Column[] = [];
  for (let start = 0; start === 0 || start < rows.length; start += size) {
    const words = rows.slice(start, start + size).map((row) => row[position] ?? '');
    pieces.push({ name, ...typeWords(words) });
  }
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const kind = commonKind(pieces.map((piece) => piece.kind));
  return {
    name,
    kind,
    cells: pieces.flatMap((piece) =>
      piece.cells.map((cell) => (kind === 'float' && cell !== null ? Number(cell) : cell)),
    ),
  };
}

/** Tries whole numbers, then floats, then truth values; a column that is none of them is text. */
function typeWords(words: readonly string[]): { kind: ColumnKind; cells: Cell[] } {
  if (words.length === 0) return { kind: 'object', cells: [] };
  const missing = words.map((word) => missingWords.has(word));
  const integers = wholeNumbers(words, missing);
  if (integers !== null) return integers;
  const floats = readAll(words, missing, readFloat);
  if (floats !== null) return { kind: 'float', cells: floats };
  const truths = readAll(words, missing, (word) => truthWords.get(word.toLowerCase()));
  if (truths !== null) return { kind: missing.includes(true) ? 'object' : 'bool', cells: truths };
  return asText(words, missing);
}

function asText(words: readonly string[], missing: readonly boolean[]): { kind: 'object'; cells: Cell[] } {
  return { kind: 'object', cells: words.map((word, row) => (missing[row] === true ? null : word)) };
}

/** Reads signed 64-bit numbers; the first one that does not fit starts the unsigned reading. Null: not whole numbers. */
function wholeNumbers(
  words: readonly string[],
  missing: readonly boolean[],
): { kind: ColumnKind; cells: Cell[] } | null {
  const cells: Cell[] = [];
  for (const [row, word] of words.entries()) {
    if (missing[row] === true) {
      cells.push(null);
      continue;
    }
    const integer = readInteger(word);
    if (integer.kind === 'none') return null;
    if (integer.kind !== 'int') return unsignedNumbers(words, missing);
    cells.push(integer.value);
  }
  if (!missing.includes(true)) return { kind: 'int', cells };
  // With missing values whole numbers become floats; the lowest one is the reader's own mark for "missing".
  return {
    kind: 'float',
    cells: cells.map((cell) => (cell === null || cell === lowestInt64 ? null : Number(cell))),
  };
}

/** The reader's rules for numbers beyond 2⁶³: no negative and no missing value beside them, else the column is text. */
function unsignedNumbers(
  words: readonly string[],
  missing: readonly boolean[],
): { kind: ColumnKind; cells: Cell[] } | null {
  const cells: Cell[] = [];
  let unsigned = false;
  let negative = false;
  for (const [row, word] of words.entries()) {
    if (missing[row] === true) continue;
    if (word.trimStart().startsWith('-')) {
      negative = true;
      continue;
    }
    const integer = readInteger(word);
    if (integer.kind === 'none') return null;
    if (integer.kind === 'too-large') return asText(words, missing);
    if (integer.kind === 'uint') unsigned = true;
    cells.push(integer.value);
  }
  // Here the reader even keeps the missing words as they are written.
  if (unsigned && (negative || missing.includes(true))) return { kind: 'object', cells: [...words] };
  return negative ? asText(words, missing) : { kind: 'uint', cells };
}

function readAll<T extends Cell>(
  words: readonly string[],
  missing: readonly boolean[],
  read: (word: string) => T | undefined,
): Cell[] | null {
  const cells: Cell[] = [];
  for (const [row, word] of words.entries()) {
    if (missing[row] === true) {
      cells.push(null);
      continue;
    }
    const value = read(word);
    if (value === undefined) return null;
    cells.push(value);
  }
  return cells;
}

/** The type that holds several columns at once, as when a table is turned on its side: numbers widen, the rest becomes `object`. */
export function commonKind(kinds: readonly ColumnKind[]): ColumnKind {
  const distinct = new Set(kinds);
  const [first] = distinct;
  if (distinct.size <= 1) return first ?? 'object';
  return distinct.has('object') || distinct.has('bool') ? 'object' : 'float';
}
