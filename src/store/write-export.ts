import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { messageOf, PawlError } from '../errors.js';
import type { Json, JsonObject } from '../json.js';
import { exportRows, exportTables, type ExportTable } from './export-tables.js';
import type { Store } from './store.js';

/** How an export is written. */
export type ExportFormat = 'jsonl' | 'csv';

/** A file that was written. */
export interface ExportedFile {
  readonly table: ExportTable;
  readonly path: string;
  readonly rows: number;
}

/**
 * Writes every table of a run into a folder, one file each; files of the same names are replaced. Equal config gives equal
 * bytes. `outputs` is what `pawl grade` reads and therefore always JSONL; its CSV comes beside it.
 *
 * @throws PawlError `bad-input` when the folder cannot be written, `not-found` for an unknown run
 */
export function writeExport(
  store: Store,
  options: { readonly run: string; readonly folder: string; readonly format: ExportFormat },
): readonly ExportedFile[] {
  const { run, folder, format } = options;
  const { id } = store.runs.get(run);
  const written: ExportedFile[] = [];
  const write = (table: ExportTable, extension: ExportFormat): void => {
    const path = join(folder, `${table}.${extension}`);
    if (extension === 'jsonl') {
      written.push({ table, path, rows: writeJsonl(path, exportRows(store, id, table)) });
      return;
    }
    const rows = [...exportRows(store, id, table)];
    writeFileSync(path, csvText(rows));
    written.push({ table, path, rows: rows.length });
  };
  try {
    mkdirSync(folder, { recursive: true });
    for (const table of exportTables) {
      write(table, format);
      if (table === 'outputs' && format === 'csv') write(table, 'jsonl');
    }
  } catch (cause) {
    if (cause instanceof PawlError) throw cause;
    throw new PawlError('bad-input', `${folder}: the export cannot be written here (${messageOf(cause)})`, {
      cause,
      hint: 'name another folder',
    });
  }
  return written;
}

/** Rows that are written together: a run has up to a million attempts. */
const rowsAtOnce = 2048;

function writeJsonl(path: string, rows: Iterable<JsonObject>): number {
  const file = openSync(path, 'w');
  let count = 0;
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) writeSync(file, lines.join(''));
    lines = [];
  };
  try {
    for (const row of rows) {
      lines.push(`${JSON.stringify(row)}\n`);
      count += 1;
      if (lines.length === rowsAtOnce) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
  return count;
}

/** Members of objects become columns with dotted names, in the order of their first appearance; lists stay JSON. */
function csvText(rows: readonly JsonObject[]): string {
  const flat = rows.map((row) => flatten(row));
  const named = new Set(flat.flatMap((row) => [...row.keys()]));
  // Where an object is sometimes null, its members have columns and it needs none.
  const objects = new Set([...named].flatMap(prefixesOf));
  const columns = [...named].filter((column) => !objects.has(column));
  return stringify([columns, ...flat.map((row) => columns.map((column) => row.get(column) ?? ''))]);
}

function flatten(row: JsonObject, prefix = '', into: Map<string, string> = new Map()): Map<string, string> {
  for (const [name, value] of Object.entries(row)) {
    const column = `${prefix}${name}`;
    if (value === null) into.set(column, '');
    else if (isObject(value)) flatten(value, `${column}.`, into);
    else into.set(column, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return into;
}

/** `a.b.c` → `a`, `a.b`. */
function prefixesOf(column: string): string[] {
  const parts = column.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
