import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { messageOf, PawlError } from '../errors.js';
import type { OwnFolder, PlacedRow } from '../families/own/read-folder.js';
import { parseCsv } from '../input/csv.js';
import type { Json, JsonObject } from '../json.js';
import type { Label } from '../verdict.js';

/** What a labeller said of an output. */
export interface GivenLabel {
  readonly label: Label;
  readonly failureClasses: readonly string[];
  readonly reason: string;
}

/**
 * Moves a row from train to the anchors, with its label. The anchors are written first: if the second step does not come, the row
 * is in both files, which {@link dropMoved} mends.
 *
 * @throws PawlError `usage` for zipped files; `bad-input` when a file cannot be written
 */
export function moveToAnchors(folder: OwnFolder, placed: PlacedRow, given: GivenLabel): void {
  const value = rawRow(folder, placed);
  const labelled = {
    ...value,
    // A row that was named after its content keeps that name.
    id: placed.row.id,
    label: given.label,
    ...(given.failureClasses.length === 0 ? {} : { failureClasses: [...given.failureClasses] }),
    ...(given.reason === '' ? {} : { reason: given.reason }),
  };
  appendRow(folder, labelled);
  dropRows(folder, [placed]);
}

/** Takes rows out of train that are anchors already: a labelling that was interrupted between its two steps. */
export function dropMoved(folder: OwnFolder): number {
  const anchors = new Set(folder.rows.anchors.map(({ row }) => JSON.stringify([row.prompt, row.output])));
  const moved = folder.rows.train.filter(({ row }) => anchors.has(JSON.stringify([row.prompt, row.output])));
  if (moved.length > 0) dropRows(folder, moved);
  return moved.length;
}

/** The fields of a row as they are in the file, those that nobody knows included. */
function rawRow({ folder, files }: OwnFolder, { line }: PlacedRow): JsonObject {
  const file = files.train ?? 'train.jsonl';
  const text = read(join(folder, plain(file)));
  if (file.endsWith('.csv')) return parseCsv(text, file).find((row) => row.line === line)?.value ?? {};
  return JSON.parse(text.split('\n')[line - 1] ?? '{}') as JsonObject;
}

function appendRow({ folder, files }: OwnFolder, row: JsonObject): void {
  const file = plain(files.anchors ?? 'anchors.jsonl');
  const path = join(folder, file);
  const text = files.anchors === null ? '' : read(path);
  if (!file.endsWith('.csv')) {
    const end = text === '' || text.endsWith('\n') ? '' : '\n';
    replace(path, `${text}${end}${JSON.stringify(row)}\n`);
    return;
  }
  const rows = text.trim() === '' ? [] : parseCsv(text, file).map(({ value }) => value);
  replace(path, asCsv([...rows, row]));
}

function dropRows({ folder, files }: OwnFolder, rows: readonly PlacedRow[]): void {
  const file = plain(files.train ?? 'train.jsonl');
  const path = join(folder, file);
  const dropped = new Set(rows.map(({ line }) => line));
  const text = read(path);
  if (file.endsWith('.csv')) {
    replace(
      path,
      asCsv(parseCsv(text, file).flatMap(({ line, value }) => (dropped.has(line) ? [] : [value]))),
    );
    return;
  }
  const kept = text.split('\n').filter((_, index) => !dropped.has(index + 1));
  replace(path, kept.join('\n'));
}

function asCsv(rows: readonly JsonObject[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify(
    rows.map((row) => columns.map((column) => cell(row[column]))),
    { header: true, columns },
  );
}

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(';')
    : JSON.stringify(value);
}

function plain(file: string): string {
  if (file.endsWith('.gz'))
    throw new PawlError('usage', `${file}: rows cannot be moved in a zipped file`, {
      hint: 'unzip it first',
    });
  return file;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PawlError('bad-input', `${path}: ${messageOf(cause)}`, { cause });
  }
}

/** Writes beside the file and puts it in its place, so that it is never half written. */
function replace(path: string, text: string): void {
  const beside = `${path}.new`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (cause) {
    throw new PawlError('bad-input', `${path}: cannot be written (${messageOf(cause)})`, { cause });
  }
}
