import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { messageOf, PawlError } from '../errors.js';
import type { JsonObject } from '../json.js';

/** A row of a file, or what is wrong with its line. */
export type StreamedRow =
  | { readonly line: number; readonly value: JsonObject; readonly problem?: undefined }
  | { readonly line: number; readonly value?: undefined; readonly problem: string };

/** Where rows come from: a file, which is read in pieces, or a text that is there already. */
export type RowSource =
  { readonly path: string } | { readonly text: string; readonly format: 'jsonl' | 'csv' };

/**
 * Reads rows one after another, so that a file of any length takes the same memory. `.csv` is CSV with a header, anything
 * else JSONL; `.gz` is unzipped on the way. A bad line of JSONL is told and passed over.
 *
 * @throws PawlError `not-found` or `bad-input` when the file cannot be read, or the CSV is broken
 */
export async function* streamRows(source: RowSource): AsyncGenerator<StreamedRow, void, void> {
  const isCsv = 'path' in source ? /\.csv(\.gz)?$/i.test(source.path) : source.format === 'csv';
  const name = 'path' in source ? source.path : 'standard input';
  const chunks = 'path' in source ? textOf(source.path) : Readable.from([source.text]);
  try {
    yield* isCsv ? csvRows(chunks) : jsonlRows(chunks);
  } catch (cause) {
    if (cause instanceof PawlError) throw cause;
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PawlError(
      missing ? 'not-found' : 'bad-input',
      `${name}: ${missing ? 'no such file' : messageOf(cause)}`,
      { cause },
    );
  }
}

function textOf(path: string): Readable {
  const bytes = createReadStream(path);
  if (!path.endsWith('.gz')) return bytes.setEncoding('utf8');
  const unzipped = createGunzip().setEncoding('utf8');
  bytes.on('error', (error) => unzipped.destroy(error));
  return bytes.pipe(unzipped);
}

async function* csvRows(chunks: Readable): AsyncGenerator<StreamedRow, void, void> {
  const parser = parse({ columns: true, bom: true, info: true, skip_empty_lines: true, trim: true });
  chunks.on('error', (error) => parser.destroy(error));
  const rows = chunks.pipe(parser) as AsyncIterable<{
    record: Record<string, string>;
    info: { lines: number };
  }>;
  for await (const { record, info } of rows) yield { line: info.lines, value: record };
}

async function* jsonlRows(chunks: Readable): AsyncGenerator<StreamedRow, void, void> {
  let rest = '';
  let line = 0;
  for await (const chunk of chunks as AsyncIterable<string>) {
    // Only \n ends a line: JSON may hold other line separators as they are.
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      const row = jsonlRow(text, line, false);
      if (row !== null) yield row;
    }
  }
  const last = jsonlRow(rest, line + 1, true);
  if (last !== null) yield last;
}

function jsonlRow(given: string, line: number, isLast: boolean): StreamedRow | null {
  const text = line === 1 ? given.replace(/^\uFEFF/, '') : given;
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return { line, value: value as JsonObject };
    return {
      line,
      problem: `expected a JSON object, got ${Array.isArray(value) ? 'an array' : JSON.stringify(value)}`,
    };
  } catch (cause) {
    const cut = isLast ? ' (the last line has no end: is the file truncated?)' : '';
    return { line, problem: `${messageOf(cause)}${cut}` };
  }
}
