import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { messageOf, PawlError } from '../../errors.js';
import type { Task } from '../../grader/item.js';
import { readText } from '../../input/jsonl.js';
import { didYouMean } from '../../input/nearest-name.js';
import type { JsonObject } from '../../json.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import { readTasksDriver } from './driver.js';
import { makeFileTask, type TaskRow } from './make-file-task.js';
import { formatOf, formatShapes, problemsOf, type TaskFormat } from './task-formats.js';

/** A task that is well formed but cannot be graded, with the reason. */
export interface UnusableTask {
  readonly id: string;
  readonly reason: string;
}

/** What a task file holds. */
export interface LoadedTasks {
  readonly format: TaskFormat;
  /** Sorted by id. */
  readonly tasks: readonly Task[];
  readonly unusable: readonly UnusableTask[];
}

const rowSchema = z.object({
  line: z.number(),
  problem: z.string().optional(),
  unusable: z.string().optional(),
  fields: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).optional(),
  inputs: z.array(z.string()).optional(),
  entryPoint: z.string().optional(),
  form: z.string().optional(),
  tolerance: z.number().nullable().optional(),
  atol: z.number().optional(),
  setup: z.string().optional(),
  comparison: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).optional(),
});
type Row = z.infer<typeof rowSchema>;

/** Characters of one sandbox job; a file is read in several. */
const batchSize = 500_000;

/**
 * Reads a file of code tasks: MBPP+ v0.2.0 (`MbppPlus*.jsonl`, the Hugging Face form too), `sanitized-mbpp.json`,
 * `mbpp.jsonl` or Pawl's own, gzipped or not; the format is told by the fields. Inputs are parsed in Python, in the
 * sandbox, and get their Python types back. Relative paths start at the working directory.
 *
 * @param path the file, absolute or from the working directory
 * @param options.sandbox where rows are parsed
 * @throws PawlError `not-found` or `bad-input`, naming every bad line (up to twenty)
 * @example
 * (await loadCodeTaskFile('MbppPlus-v0.2.0.jsonl.gz', { sandbox })).tasks.length // 378
 */
export async function loadCodeTaskFile(
  path: string,
  { sandbox }: { readonly sandbox: PythonSandbox },
): Promise<LoadedTasks> {
  const file = isAbsolute(path) ? path : resolve(path);
  const rows = await readRows(splitRows(readText(file), path), path, sandbox);

  const problems: string[] = [];
  const first = rows.find((row) => row.fields !== undefined)?.fields;
  if (first === undefined)
    refuse(
      rows.map(({ line, problem }) => `${path}:${line}: ${problem ?? 'not an object with fields'}`),
      'a task file is JSONL, one object a line, or a JSON array of objects',
    );
  const fields = first ?? {};
  const format = formatOf(fields) ?? nearestFormat(fields, path);
  for (const row of rows) {
    const found = row.fields === undefined ? [] : problemsOf(row.fields, format);
    if (row.problem !== undefined && found.length === 0) found.push(row.problem);
    problems.push(...found.map((problem) => `${path}:${row.line}: ${problem}`));
  }
  refuse(problems, `read as ${formatShapes[format].title}`);

  const tasks: Task[] = [];
  const unusable: UnusableTask[] = [];
  const lineOf = new Map<string, number>();
  for (const row of rows) {
    const made = makeFileTask(row as TaskRow, format, row.unusable);
    const earlier = lineOf.get(made.id);
    if (earlier !== undefined)
      problems.push(`${path}:${row.line}: the task id '${made.id}' is on line ${earlier} already`);
    lineOf.set(made.id, row.line);
    if (made.kind === 'bad') problems.push(`${path}:${row.line}: ${made.reason}`);
    else if (made.kind === 'unusable') unusable.push({ id: made.id, reason: made.reason });
    else tasks.push(made.task);
  }
  refuse(problems, `read as ${formatShapes[format].title}`);
  if (tasks.length === 0)
    throw new PawlError('bad-input', `${path}: none of its ${unusable.length} tasks can be used`, {
      hint: unusable[0]?.reason,
    });
  return { format, tasks: tasks.sort((a, b) => (a.id < b.id ? -1 : 1)), unusable };
}

/** The rows of a JSON array or of JSONL text, with their line numbers (of an array: its elements' numbers). */
function splitRows(text: string, path: string): [line: number, text: string][] {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '')
    throw new PawlError('bad-input', `${path}: no tasks`, { hint: 'the file is empty' });
  if (content.trimStart().startsWith('[')) {
    let list: unknown;
    try {
      list = JSON.parse(content);
    } catch (cause) {
      throw new PawlError('bad-input', `${path}: not a JSON array (${messageOf(cause)})`, {
        cause,
        hint: 'is the file truncated?',
      });
    }
    if (!Array.isArray(list) || list.length === 0)
      throw new PawlError('bad-input', `${path}: no tasks`, { hint: 'the array is empty' });
    return list.map((row: unknown, at) => [at + 1, JSON.stringify(row)]);
  }
  return content
    .split('\n')
    .map((row, at): [number, string] => [at + 1, row])
    .filter(([, row]) => row.trim() !== '');
}

/** Parses the rows in the sandbox. */
async function readRows(
  rows: readonly [number, string][],
  path: string,
  sandbox: PythonSandbox,
): Promise<Row[]> {
  const read: Row[] = [];
  let batch: [number, string][] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const outcome = await sandbox.run({
      driver: readTasksDriver.source,
      payload: { rows: batch },
      timeoutMs: 60_000,
    });
    if (outcome.kind !== 'value') {
      const lines = `${batch[0]?.[0]}–${batch.at(-1)?.[0]}`;
      const why = 'message' in outcome ? outcome.message : outcome.kind;
      throw new PawlError(
        outcome.kind === 'infrastructure' ? 'sandbox' : 'bad-input',
        `${path}: lines ${lines} cannot be read: ${why}`,
      );
    }
    read.push(...z.array(rowSchema).parse(outcome.value));
    batch = [];
    size = 0;
  };
  for (const row of rows) {
    if (size + row[1].length > batchSize) await flush();
    batch.push(row);
    size += row[1].length;
  }
  await flush();
  return read;
}

function nearestFormat(fields: JsonObject, path: string): never {
  const telling = Object.values(formatShapes).flatMap((shape) => shape.telling);
  const hints = Object.keys(fields)
    .map((field) => [field, didYouMean(field, telling)] as const)
    .find(([, hint]) => hint.startsWith('did'));
  throw new PawlError(
    'bad-input',
    `${path}: no format of code tasks; its first row has ${Object.keys(fields).join(', ') || 'no fields'}`,
    {
      hint:
        hints === undefined
          ? `known: ${Object.values(formatShapes)
              .map((shape) => shape.title)
              .join('; ')}`
          : `'${hints[0]}': ${hints[1]}`,
    },
  );
}

function refuse(problems: readonly string[], reading: string): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, 20).join('\n');
  throw new PawlError(
    'bad-input',
    problems.length > 20 ? `${shown}\n… and ${problems.length - 20} more` : shown,
    { hint: reading },
  );
}
