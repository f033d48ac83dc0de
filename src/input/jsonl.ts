import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { messageOf, PawlError } from '../errors.js';
import type { JsonObject } from '../json.js';

/** One row of a JSONL file with its place, for error messages. */
export interface JsonlRow {
  readonly line: number;
  readonly value: JsonObject;
}

/**
 * Reads a text file, unzipping `.gz`.
 *
 * @throws PawlError `not-found` when it does not exist, `bad-input` when it cannot be read or is damaged
 */
export function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PawlError(
      missing ? 'not-found' : 'bad-input',
      `${path}: ${missing ? 'no such file' : messageOf(cause)}`,
      { cause },
    );
  }
  if (!path.endsWith('.gz')) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (cause) {
    throw new PawlError('bad-input', `${path}: not a complete gzip file (${messageOf(cause)})`, { cause });
  }
}

/**
 * Parses JSONL text into objects. Blank lines are passed over; every bad line is reported, with its number, in one error.
 *
 * @throws PawlError `bad-input` for an empty text and for lines that are not JSON objects
 * @example
 * parseJsonl('{"a":1}\n', 'x.jsonl') // [{ line: 1, value: { a: 1 } }]
 */
export function parseJsonl(text: string, source: string): JsonlRow[] {
  const rows: JsonlRow[] = [];
  const problems: string[] = [];
  const lines = text.split('\n');
  for (const [index, raw] of lines.entries()) {
    const content = index === 0 ? raw.replace(/^\uFEFF/, '') : raw;
    if (content.trim() === '') continue;
    const line = index + 1;
    try {
      const value: unknown = JSON.parse(content);
      if (value === null || typeof value !== 'object' || Array.isArray(value)) {
        problems.push(
          `${source}:${line}: expected a JSON object, got ${Array.isArray(value) ? 'an array' : JSON.stringify(value)}`,
        );
      } else {
        rows.push({ line, value: value as JsonObject });
      }
    } catch (cause) {
      const cut = index === lines.length - 1 ? ' (the last line has no end: is the file truncated?)' : '';
      problems.push(`${source}:${line}: ${messageOf(cause)}${cut}`);
    }
  }
  if (problems.length > 0) {
    const shown = problems.slice(0, 20).join('\n');
    throw new PawlError(
      'bad-input',
      problems.length > 20 ? `${shown}\n… and ${problems.length - 20} more` : shown,
      {
        hint: 'each line must be one JSON object',
      },
    );
  }
  if (rows.length === 0)
    throw new PawlError('bad-input', `${source}: no rows`, { hint: 'the file is empty' });
  return rows;
}

/** Reads a JSONL file (`.gz` too); errors as in {@link readText} and {@link parseJsonl}. */
export function readJsonl(path: string): JsonlRow[] {
  return parseJsonl(readText(path), path);
}
