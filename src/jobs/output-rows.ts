import { PawlError } from '../errors.js';
import type { Family } from '../families/family.js';
import type { Item } from '../grader/item.js';
import { readText } from '../input/jsonl.js';
import { rowsOfInspect } from '../input/inspect.js';
import { rowsOfPromptfoo } from '../input/promptfoo.js';
import { streamRows, type StreamedRow } from '../input/stream-rows.js';
import type { Label } from '../verdict.js';
import { outputReader, RowFaults, rowHint } from './read-outputs.js';

/** Result files of other tools that can be read. */
export const resultFormats = ['promptfoo', 'inspect'] as const;

/** A tool whose result files can be read. */
export type ResultFormat = (typeof resultFormats)[number];

/** Where outputs come from. */
export interface OutputsFile {
  /** A file, or `-` with `text`. */
  readonly path: string;
  /** What standard input held. */
  readonly text?: string;
  /** The tool that wrote the file; undefined for JSONL and CSV. */
  readonly from?: ResultFormat | undefined;
}

/** An output of a file. */
export interface OutputRecord {
  readonly line: number;
  readonly item: Item;
  readonly label: Label | null;
}

/** The rows of a file, read anew with every call. */
function openRows({ path, text, from }: OutputsFile): AsyncIterable<StreamedRow> {
  if (from !== undefined) return foreignRows(path, from);
  return streamRows(text === undefined ? { path } : { text, format: 'jsonl' });
}

async function* foreignRows(path: string, from: ResultFormat): AsyncGenerator<StreamedRow, void, void> {
  const rows = from === 'promptfoo' ? rowsOfPromptfoo(readText(path), path) : rowsOfInspect(path);
  for (const [index, { label, failureClasses, ...value }] of rows.entries()) {
    yield {
      line: index + 1,
      value: { ...value, ...(label === null ? {} : { label, failureClasses: [...failureClasses] }) },
    };
  }
}

/**
 * Reads the outputs of a file for a family, one after another. The first pass over the file checks every row before
 * anything else is done with one.
 *
 * @throws PawlError `bad-input` with every bad row (up to twenty), or when there is none
 */
export async function checkOutputs(file: OutputsFile, family: Family): Promise<number> {
  const read = readerFor(file, family);
  const source = sourceOf(file);
  const faults = new RowFaults(source);
  let rows = 0;
  for await (const row of openRows(file)) {
    rows += 1;
    try {
      if (row.value === undefined) faults.add(row.line, row.problem);
      else read(row.value);
    } catch (thrown) {
      if (!(thrown instanceof PawlError)) throw thrown;
      faults.add(row.line, thrown);
    }
  }
  faults.throwIfAny(rowHint(family.own !== undefined));
  if (rows === 0) throw new PawlError('bad-input', `${source}: no rows`, { hint: 'the file is empty' });
  return rows;
}

/** The outputs of a file that {@link checkOutputs} found good. */
export async function* outputRecords(
  file: OutputsFile,
  family: Family,
): AsyncGenerator<OutputRecord, void, void> {
  const read = readerFor(file, family);
  for await (const row of openRows(file)) {
    if (row.value === undefined)
      throw new PawlError('bad-input', `${sourceOf(file)}:${row.line}: ${row.problem}`);
    yield { line: row.line, ...read(row.value) };
  }
}

function readerFor({ path, from }: OutputsFile, family: Family): ReturnType<typeof outputReader> {
  return outputReader({
    embedded: family.tasks,
    own: family.own === undefined ? null : family.name,
    csv: from === undefined && /\.csv(\.gz)?$/i.test(path),
  });
}

function sourceOf({ path }: OutputsFile): string {
  return path === '-' ? 'standard input' : path;
}
