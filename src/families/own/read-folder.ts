import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PawlError } from '../../errors.js';
import type { OpSpec } from '../../grader/op.js';
import { parseCsv } from '../../input/csv.js';
import { parseJsonl, readText } from '../../input/jsonl.js';
import type { JsonObject } from '../../json.js';
import { readOps } from '../read-ops.js';
import { readOwnRow, type OwnRow } from './row.js';
import { parseOwnSettings, type OwnSettings } from './settings.js';

/** The three files of rows. */
export const ownSplits = ['train', 'anchors', 'test'] as const;

/** Which file a row is in. */
export type OwnSplit = (typeof ownSplits)[number];

/** A row with its place. */
export interface PlacedRow {
  readonly row: OwnRow;
  readonly line: number;
  /** File and line, e.g. `anchors.jsonl:3`. */
  readonly place: string;
}

/** Something that is wrong, or worth a thought. Errors keep `pawl evolve` from running. */
export interface Problem {
  readonly level: 'error' | 'warning' | 'advice';
  /** File and line where there is one, e.g. `anchors.jsonl:3`, `ops/too_long.py`. */
  readonly place: string;
  readonly message: string;
}

/** What is in the folder of a user's own family. */
export interface OwnFolder {
  readonly folder: string;
  /** Null when `family.json` cannot be used. */
  readonly settings: OwnSettings | null;
  readonly rows: Readonly<Record<OwnSplit, readonly PlacedRow[]>>;
  readonly files: Readonly<Record<OwnSplit, string | null>>;
  readonly ops: readonly OpSpec[];
  /** Everything that could not be read. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the folder of a family: `family.json`, `train`, `anchors` and `test` as `.jsonl` or `.csv` (`.gz` too), and `ops/`. Goes on after
 * a problem, so that all of them are known at once.
 *
 * @throws PawlError `not-found` when there is no such folder
 */
export function readOwnFolder(folder: string): OwnFolder {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new PawlError('not-found', `${folder}: no such folder`, { hint: 'make one: pawl family init DIR' });
  }
  const problems: Problem[] = [];
  const collect = <T>(fallback: T, read: () => T): T => {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof PawlError)) throw thrown;
      for (const line of thrown.message.split('\n')) problems.push(problemOf(line, folder));
      return fallback;
    }
  };

  const settings = collect(null, () =>
    parseOwnSettings(readText(join(folder, 'family.json')), 'family.json'),
  );
  const files = Object.fromEntries(
    ownSplits.map((split) => [split, collect(null, () => rowsFile(folder, split))]),
  ) as Record<OwnSplit, string | null>;
  const rows = Object.fromEntries(
    ownSplits.map((split) => [
      split,
      collect([], () => readRows(folder, files[split], settings?.name ?? 'own', problems)),
    ]),
  ) as Record<OwnSplit, PlacedRow[]>;
  const opsFolder = join(folder, 'ops');
  const ops =
    settings === null || !existsSync(opsFolder)
      ? []
      : collect([], () => readOps(opsFolder, settings.taxonomy));
  return { folder, settings, rows, files, ops, problems };
}

/** The file of a split, if there is one. Two files for one split are a problem. */
function rowsFile(folder: string, split: OwnSplit): string | null {
  const found = readdirSync(folder)
    .filter((name) => new RegExp(`^${split}\\.(jsonl|csv)(\\.gz)?$`).test(name))
    .sort();
  if (found.length > 1) throw new PawlError('bad-input', `${found.join(', ')}: keep one of these files`);
  return found[0] ?? null;
}

function readRows(folder: string, file: string | null, topic: string, problems: Problem[]): PlacedRow[] {
  if (file === null) return [];
  const text = readText(join(folder, file));
  if (text.trim() === '') return [];
  const raw: readonly { readonly line: number; readonly value: JsonObject }[] = /\.csv(\.gz)?$/.test(file)
    ? parseCsv(text, file)
    : parseJsonl(text, file);
  return raw.flatMap(({ line, value }) => {
    const place = `${file}:${line}`;
    const read = readOwnRow(value, topic);
    problems.push(...read.problems.map((message): Problem => ({ level: 'error', place, message })));
    return read.row === null ? [] : [{ row: read.row, line, place }];
  });
}

/** Messages of readers begin with their place. */
function problemOf(line: string, folder: string): Problem {
  const short = line.replace(`${folder}/`, '');
  const match = /^([\w./-]+\.(?:json|jsonl|csv|py|md|gz)(?::\d+)?): (.*)$/s.exec(short);
  const place = match?.[1] ?? '';
  return {
    level: 'error',
    place: /^[\w-]+\.(py|md)$/.test(place) ? `ops/${place}` : place,
    message: match?.[2] ?? short,
  };
}
