import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { dataPath } from '../data-folder.js';
import { messageOf, PawlError } from '../errors.js';
import { readOps } from '../families/read-ops.js';
import type { ForeignRow } from '../input/foreign-row.js';
import { rowsOfInspect } from '../input/inspect.js';
import { readText } from '../input/jsonl.js';
import { rowsOfPromptfoo } from '../input/promptfoo.js';
import { familyNames } from './family-names.js';
import { dealForeignRows } from './own-deal.js';
import type { ResultFormat } from './output-rows.js';

/** A folder that was made. */
export interface MadeFolder {
  readonly folder: string;
  readonly name: string;
  /** Files relative to the folder, sorted. */
  readonly files: readonly string[];
  /** Rows of each file. */
  readonly rows: Readonly<Record<'train' | 'anchors' | 'test', number>>;
}

/**
 * Makes the folder of a family: an example that runs, or one with the outputs of another tool's result file.
 *
 * @param folder absolute path; made when it is missing, and refused when anything is in it
 * @throws PawlError `usage` when it is not empty; what reading the results throws
 */
export function initOwnFamily(
  folder: string,
  results: { readonly from: ResultFormat; readonly path: string } | null,
): MadeFolder {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
    throw new PawlError('usage', `${folder} exists and is not empty; nothing was written`, {
      hint: 'name a folder that does not exist yet',
    });
  }
  const name = familyName(basename(folder));
  const contents = results === null ? exampleFiles(name) : importedFiles(name, results);
  try {
    for (const [file, text] of contents) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  } catch (cause) {
    throw new PawlError('bad-input', `${folder}: cannot be written (${messageOf(cause)})`, { cause });
  }
  const rows = (file: string): number => contents.get(file)?.trim().split('\n').filter(Boolean).length ?? 0;
  return {
    folder,
    name,
    files: [...contents.keys()].sort(),
    rows: { train: rows('train.jsonl'), anchors: rows('anchors.jsonl'), test: rows('test.jsonl') },
  };
}

/**
 * A family's name from that of its folder.
 *
 * @example
 * familyName('My Replies!') // 'my-replies'
 */
export function familyName(folder: string): string {
  const plain = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 50);
  if (plain === '') return 'own';
  return familyNames.some((one) => one === plain) ? `own-${plain}` : plain;
}

function exampleFiles(name: string): Map<string, string> {
  const files = templateFiles('example');
  const settings = JSON.parse(files.get('family.json') ?? '{}') as Record<string, unknown>;
  files.set('family.json', asFile({ ...settings, name }));
  return files;
}

function importedFiles(
  name: string,
  { from, path }: { readonly from: ResultFormat; readonly path: string },
): Map<string, string> {
  const rows = from === 'promptfoo' ? rowsOfPromptfoo(readText(path), path) : rowsOfInspect(path);
  const files = templateFiles('import');
  const classes = new Set(rows.flatMap(({ failureClasses }) => failureClasses));
  for (const op of readOps(dataPath('own-family-template', 'import', 'ops'), anyClass()))
    classes.add(op.failureClass);
  files.set(
    'family.json',
    asFile({
      name,
      description: `Outputs of ${basename(path)} (${from}): say here what is asked for.`,
      contract: 'Say here what a good output must do.',
      taxonomy: [...classes].sort(),
      consensusWeight: 0.25,
      root: { json: false, requiredKeys: [], maximumCharacters: null },
      compare: null,
      handSeed: null,
    }),
  );
  const { train, anchors, test } = dealForeignRows(rows);
  files.set('train.jsonl', lines(train.map((row) => withoutLabel(row))));
  if (anchors.length > 0) files.set('anchors.jsonl', lines(anchors.map(tidy)));
  if (test.length > 0) files.set('test.jsonl', lines(test.map(tidy)));
  return files;
}

/** Everything below a folder of the template, by relative path. */
function templateFiles(part: 'example' | 'import'): Map<string, string> {
  const root = dataPath('own-family-template', part);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
}

/** The classes of the template's own detectors. */
function anyClass(): string[] {
  return ['refusal', 'too-short', 'repetition', 'echo', 'unfinished', 'invented-number'];
}

function withoutLabel(row: ForeignRow): Record<string, unknown> {
  const { label: _label, failureClasses: _classes, reason: _reason, ...rest } = tidy(row);
  return rest;
}

/** A row without the fields that say nothing. */
function tidy(row: ForeignRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function lines(rows: readonly Record<string, unknown>[]): string {
  return rows.map((row) => `${JSON.stringify('output' in row ? row : { ...row, output: '' })}\n`).join('');
}

function asFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
