import { PawlError } from '../../errors.js';
import { markup, type Markup } from './markup.js';
import type { Displayable, MimeBundle } from './mime-bundle.js';
import { columnsOf, rowsOf, type Row } from './rows-of.js';

export interface TableOptions {
  /** Above the table. */
  readonly caption?: string;
  /** Decimals of numbers that are not whole; 3 unless told. */
  readonly decimals?: number;
  /** Rows to show; 50 unless told. The number of all rows is always said. */
  readonly limit?: number;
  /** Columns to show, in this order; all unless told. */
  readonly columns?: readonly string[];
}

/**
 * A table for a notebook: numbers flush right, missing values as –, long tables cut with a word about the rest.
 *
 * @param rows - an arquero table or a list of objects
 * @throws PawlError `bad-input` for anything else, or a column that does not exist
 * @example
 * table([{ family: 'code', score: 0.65 }], { caption: 'last ten rounds' });
 * // as text: last ten rounds
 * //          family  score
 * //          code    0.650
 */
export function table(rows: unknown, options: TableOptions = {}): Displayable {
  const all = rowsOf(rows) ?? (Array.isArray(rows) ? (rows as unknown[]) : undefined);
  if (all === undefined || !all.every((row) => typeof row === 'object' && row !== null)) {
    throw new PawlError('bad-input', 'table: expected an arquero table or a list of objects', {
      hint: "e.g. table([{ family: 'code', score: 0.65 }])",
    });
  }
  const known = columnsOf(rows) ?? [...new Set((all as Row[]).flatMap((row) => Object.keys(row)))];
  const unknown = options.columns?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new PawlError('bad-input', `table: no column ${unknown.map((name) => `'${name}'`).join(', ')}`, {
      hint: `known: ${known.join(', ')}`,
    });
  }
  const columns = options.columns ?? known;
  const limit = options.limit ?? 50;
  const shown = (all as Row[]).slice(0, limit);
  const cells = shown.map((row) => columns.map((name) => cellText(row[name], options.decimals ?? 3)));
  const numeric = columns.map((name) =>
    shown.every((row) => ['number', 'bigint', 'undefined'].includes(typeof row[name]) || row[name] === null),
  );
  const rest =
    all.length > shown.length
      ? `${shown.length} of ${all.length} rows`
      : all.length === 0
        ? 'no rows'
        : undefined;
  return {
    toMimeBundle: (): MimeBundle => ({
      data: {
        'text/html': html({ caption: options.caption, columns, cells, numeric, rest }).text,
        'text/plain': plain({ caption: options.caption, columns, cells, numeric, rest }),
      },
    }),
  };
}

interface Laid {
  readonly caption: string | undefined;
  readonly columns: readonly string[];
  readonly cells: readonly (readonly string[])[];
  readonly numeric: readonly boolean[];
  readonly rest: string | undefined;
}

/** A value as a cell shows it. */
function cellText(value: unknown, decimals: number): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return String(value);
    return (Number.isInteger(value) ? String(value) : value.toFixed(decimals)).replace('-', '−');
  }
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return value.toString();
  return JSON.stringify(value) ?? `[${typeof value}]`;
}

function html({ caption, columns, cells, numeric, rest }: Laid): Markup {
  const align = (column: number): string => (numeric[column] === true ? 'right' : 'left');
  return markup`<table>${caption === undefined ? '' : markup`<caption style="text-align:left">${caption}</caption>`}<thead><tr>${columns.map(
    (name, column) => markup`<th scope="col" style="text-align:${align(column)}">${name}</th>`,
  )}</tr></thead><tbody>${cells.map(
    (row) =>
      markup`<tr>${row.map((cell, column) => markup`<td style="text-align:${align(column)}">${cell}</td>`)}</tr>`,
  )}</tbody></table>${rest === undefined ? '' : markup`<p>${rest}</p>`}`;
}

function plain({ caption, columns, cells, numeric, rest }: Laid): string {
  const flat = cells.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')));
  const widths = columns.map((name, column) =>
    Math.max(name.length, ...flat.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        numeric[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [
    ...(caption === undefined ? [] : [caption]),
    line(columns),
    ...flat.map(line),
    ...(rest === undefined ? [] : [rest]),
  ].join('\n');
}
