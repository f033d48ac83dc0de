import { parse } from 'csv-parse/sync';
import { messageOf, PawlError } from '../errors.js';

/** One row of a CSV file with its place, for error messages. */
export interface CsvRow {
  readonly line: number;
  readonly value: Readonly<Record<string, string>>;
}

interface ParsedRow {
  readonly record: Record<string, string>;
  readonly info: { readonly lines: number };
}

/**
 * Parses CSV text with a header row. Cells stay strings.
 *
 * @throws PawlError `bad-input` for an empty text, a ragged row or a broken quotation, with the line number
 * @example
 * parseCsv('a,b\n1,x\n', 'x.csv') // [{ line: 2, value: { a: '1', b: 'x' } }]
 */
export function parseCsv(text: string, source: string): CsvRow[] {
  let parsed: ParsedRow[];
  try {
    parsed = parse(text, { columns: true, bom: true, info: true, skip_empty_lines: true, trim: true });
  } catch (cause) {
    throw new PawlError('bad-input', `${source}: ${messageOf(cause)}`, {
      cause,
      hint: 'the first line must name the columns',
    });
  }
  if (parsed.length === 0)
    throw new PawlError('bad-input', `${source}: no rows`, {
      hint: 'the file is empty or holds only a header',
    });
  return parsed.map(({ record, info }) => ({ line: info.lines, value: record }));
}
