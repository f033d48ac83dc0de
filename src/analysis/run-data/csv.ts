import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { dataPath } from '../../data-folder.js';
import { messageOf, PawlError } from '../../errors.js';
import { parseCsv } from '../../input/csv.js';
import { runTables, type ColumnKind, type RunTable } from './columns.js';
import type { RunData } from './rows.js';

/** The results of the main job that come with the package. */
function referenceRunPath(): string {
  return dataPath('reference-run');
}

/**
 * Writes a run's data as tidy CSV, one file a table, and `about.json`. Equal data gives equal bytes. Single scores are
 * rounded to four decimals, everything else to six.
 *
 * @throws PawlError `bad-input` when the folder cannot be written
 */
export function writeRunData(data: RunData, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'about.json'), `${JSON.stringify(data.about, null, 2)}\n`);
    for (const [table, columns] of Object.entries(runTables)) {
      const rows = data[table as RunTable] as unknown as readonly Readonly<Record<string, unknown>>[];
      const names = Object.keys(columns);
      const text = stringify([
        names,
        ...rows.map((row) => names.map((name) => cellText(row[name], columns[name] ?? 'text'))),
      ]);
      writeFileSync(join(folder, `${table}.csv`), text);
    }
  } catch (cause) {
    throw new PawlError('bad-input', `${folder}: cannot be written (${messageOf(cause)})`, { cause });
  }
}

/**
 * Reads what {@link writeRunData} wrote; the reference run that comes with the package when no folder is given.
 *
 * @throws PawlError `not-found` for a missing file, `bad-input` naming file, line and column of a cell that does not fit
 * @example
 * readRunData().cells.length // one row a family, arm and seed
 */
export function readRunData(folder: string = referenceRunPath()): RunData {
  const about = JSON.parse(readFile(join(folder, 'about.json'))) as RunData['about'];
  const read: Record<string, unknown> = { about };
  for (const [table, columns] of Object.entries(runTables)) {
    const path = join(folder, `${table}.csv`);
    read[table] = rowsOf(readFile(path), path, columns);
  }
  return read as unknown as RunData;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PawlError('not-found', `${path}: cannot be read (${messageOf(cause)})`, {
      cause,
      hint: "a run's data is written by 'pawl runs export --tidy DIR'",
    });
  }
}

function rowsOf(text: string, path: string, columns: Readonly<Record<string, ColumnKind>>): unknown[] {
  const header = text.split('\n', 1)[0]?.trim() ?? '';
  const names = Object.keys(columns);
  if (header !== names.join(','))
    throw new PawlError('bad-input', `${path}:1: the columns are ${header}`, {
      hint: `expected ${names.join(',')}`,
    });
  if (text.trim() === header) return [];
  return parseCsv(text, path).map(({ line, value }) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        valueOf(value[name] ?? '', columns[name] ?? 'text', `${path}:${line}: ${name}`),
      ]),
    ),
  );
}

function cellText(value: unknown, kind: ColumnKind): string {
  if (kind === 'numbers')
    return (value as readonly (number | null)[]).map((one) => numberText(one, 4)).join(' ');
  if (value === null || value === undefined) return '';
  if (kind === 'number' || kind === 'number?') return numberText(value as number, 6);
  return `${value as string | boolean}`;
}

/** Rounded, without trailing zeros. */
function numberText(value: number | null, decimals: number): string {
  if (value === null) return '-';
  const scale = 10 ** decimals;
  return String(Math.round(value * scale) / scale);
}

function valueOf(text: string, kind: ColumnKind, place: string): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'text?':
      return text === '' ? null : text;
    case 'number':
      return numberOf(text, place);
    case 'number?':
      return text === '' ? null : numberOf(text, place);
    case 'flag':
      if (text !== 'true' && text !== 'false')
        throw new PawlError('bad-input', `${place}: expected true or false, got '${text}'`);
      return text === 'true';
    case 'numbers':
      return text === '' ? [] : text.split(' ').map((one) => (one === '-' ? null : numberOf(one, place)));
  }
}

function numberOf(text: string, place: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value))
    throw new PawlError('bad-input', `${place}: expected a number, got '${text}'`);
  return value;
}
