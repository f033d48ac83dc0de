import { Option } from 'commander';
import { PawlError } from '../../errors.js';
import { parseCsv } from '../../input/csv.js';
import { parseJsonl } from '../../input/jsonl.js';
import { didYouMean } from '../../input/nearest-name.js';
import { readTextOrStdin } from '../read-input.js';

/** Rows of a CSV or JSONL file with their lines. */
export interface Table {
  readonly source: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, unknown>>;
}

/** Problems that one error lists. */
const shown = 20;

/** `--format`, the same for all procedures. */
export function formatOption(): Option {
  return new Option('--format <format>', 'format of the file, when its name does not tell').choices([
    'csv',
    'jsonl',
  ]);
}

/**
 * Reads a CSV file with a header, or JSONL; `.gz` too, and standard input for `-`.
 *
 * @param format `csv` or `jsonl`; otherwise the file's name tells, and for standard input its first character
 * @throws PawlError as the readers do, with line numbers
 */
export function readTable(path: string, format: string | undefined): Table {
  const { text, source } = readTextOrStdin(path);
  const rows: TableRow[] =
    (format ?? formatOf(path, text)) === 'csv'
      ? parseCsv(text, source).map(({ line, value }) => ({ line, cells: value }))
      : parseJsonl(text, source).map(({ line, value }) => ({ line, cells: value }));
  return { source, rows, columns: [...new Set(rows.flatMap((row) => Object.keys(row.cells)))] };
}

function formatOf(path: string, text: string): 'csv' | 'jsonl' {
  const name = path.replace(/\.gz$/, '');
  if (/\.(jsonl|ndjson|json)$/.test(name)) return 'jsonl';
  if (/\.(csv|txt)$/.test(name)) return 'csv';
  return text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('{')
    ? 'jsonl'
    : 'csv';
}

/** A column as an option names it, or the first of its usual names that the file has. */
export interface ColumnChoice {
  /** The option that names the column, e.g. `--score`. */
  readonly option: string;
  readonly given: string | undefined;
  readonly usual: readonly string[];
}

/** The column for a choice; undefined when it was not named and no usual name is there. */
export function optionalColumn(table: Table, choice: ColumnChoice): string | undefined {
  if (choice.given !== undefined) return requiredColumn(table, choice);
  return choice.usual.find((name) => table.columns.includes(name));
}

/**
 * The column for a choice.
 *
 * @throws PawlError `bad-input` naming the nearest column and the option
 */
export function requiredColumn(table: Table, { option, given, usual }: ColumnChoice): string {
  const found = (given === undefined ? usual : [given]).find((name) => table.columns.includes(name));
  if (found !== undefined) return found;
  const wanted = given ?? usual[0] ?? '';
  throw new PawlError(
    'bad-input',
    `${table.source}: no column '${wanted}'; ${didYouMean(wanted, table.columns)}`,
    {
      hint: `the columns are ${table.columns.join(', ')}; ${option} <column> names another`,
    },
  );
}

/** Collects what is wrong with single rows, and throws all of it at once. */
export class RowProblems {
  readonly #problems: string[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  add(line: number, message: string): void {
    this.#problems.push(`${this.#source}:${line}: ${message}`);
  }

  /** @throws PawlError `bad-input` when there was a problem */
  throwIfAny(hint?: string): void {
    const count = this.#problems.length;
    if (count === 0) return;
    const list = this.#problems.slice(0, shown).join('\n');
    const message = count > shown ? `${list}\n… and ${count - shown} more` : list;
    throw new PawlError('bad-input', message, { hint });
  }
}

/** A cell as a name: text, or a number written as one. */
export function nameIn(row: TableRow, column: string, problems: RowProblems): string {
  const cell = row.cells[column];
  if ((typeof cell === 'string' && cell !== '') || typeof cell === 'number') return String(cell);
  problems.add(row.line, `${column}: expected a name, got ${cellText(cell)}`);
  return '';
}

/** A cell as a finite number; true and false count as 1 and 0. */
export function numberIn(row: TableRow, column: string, problems: RowProblems): number {
  const cell = row.cells[column];
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (cell === 'true' || cell === 'false') return cell === 'true' ? 1 : 0;
  const value =
    typeof cell === 'number' ? cell : typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : NaN;
  if (Number.isFinite(value)) return value;
  problems.add(row.line, `${column}: expected a finite number, got ${cellText(cell)}`);
  return NaN;
}

/** A cell in an error message. */
export function cellText(cell: unknown): string {
  if (cell === undefined) return 'nothing';
  if (typeof cell === 'string') return `'${cell}'`;
  return JSON.stringify(cell);
}
