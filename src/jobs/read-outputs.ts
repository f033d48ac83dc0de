import { z } from 'zod';
import { PawlError } from '../errors.js';
import { makeItem, taskHash, type Item, type Task } from '../grader/item.js';
import { itemOfRow, readOwnRow } from '../families/own/row.js';
import { parseJsonl } from '../input/jsonl.js';
import { didYouMean, nearestName } from '../input/nearest-name.js';
import type { JsonObject } from '../json.js';
import type { Label } from '../verdict.js';

/** An output to grade with its place in the file. */
export interface OutputRow {
  readonly line: number;
  readonly item: Item;
}

const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object',
);

/** A task by name: one of the embedded pack, or one that an earlier row brought. */
const namedTask = z.strictObject({ id: z.string().min(1), hash: z.string().optional() });

/** A task that comes with the row. */
const wholeTask = z.strictObject({
  id: z.string().min(1),
  prompt: z.string(),
  topic: z.string(),
  reference: z.string().nullable(),
  visible: jsonObject,
  hidden: jsonObject,
});

const taskFields = Object.keys(wholeTask.shape);
const problemsShown = 20;

/** An output to grade, and the label that its row may bring. */
export interface ReadOutput {
  readonly item: Item;
  /** For comparing graders with people; no grader reads it. */
  readonly label: Label | null;
}

/** Reads one row after another; tasks that earlier rows brought are remembered. */
export type OutputReader = (value: JsonObject) => ReadOutput;

/** How rows are written. */
export interface OutputFormat {
  /** The tasks of the family's embedded pack. */
  readonly embedded: readonly Task[];
  /** The name of a user's own family: its rows are flat, `{ id, prompt, output, … }`; null for a built-in family. */
  readonly own: string | null;
  /** Cells of CSV are texts: a task is named by its id. */
  readonly csv: boolean;
}

/**
 * A reader of the rows that `pawl grade` takes: `{ "task": …, "output": "…" }`, where the task is a whole record or names
 * one, by `id`, of the embedded pack or of an earlier row; for an own family also flat rows. Other fields are passed over.
 *
 * @throws PawlError `bad-input` from the reader, for a row that cannot be used
 */
export function outputReader({ embedded, own, csv }: OutputFormat): OutputReader {
  const known = new Map(embedded.map((task) => [task.id, task]));
  return (value) => {
    const { task, output } = value;
    if (own !== null && (typeof task !== 'object' || task === null || csv)) {
      const { row, problems } = readOwnRow(value, own);
      if (row === null) throw bad(problems.join('; '));
      return { item: itemOfRow(row), label: row.label };
    }
    if (task === undefined) throw missing('task', value);
    if (output === undefined) throw missing('output', value);
    if (typeof output !== 'string') throw bad(`output: expected a text, got ${kindOf(output)}`);
    const named = csv && typeof task === 'string' ? { id: task } : task;
    const label = value['label'];
    return {
      item: makeItem(readTask(named, known), output),
      label: label === 'PASS' || label === 'FAIL' ? label : null,
    };
  };
}

/** Bad rows, told together: up to twenty, and how many more there are. */
export class RowFaults {
  readonly #source: string;
  readonly #shown: string[] = [];
  #count = 0;

  /** @param source the file's name in messages */
  constructor(source: string) {
    this.#source = source;
  }

  add(line: number, thrown: PawlError | string): void {
    this.#count += 1;
    if (this.#shown.length >= problemsShown) return;
    const message = typeof thrown === 'string' ? thrown : thrown.message;
    const hint = typeof thrown === 'string' || thrown.hint === undefined ? '' : ` (${thrown.hint})`;
    this.#shown.push(`${this.#source}:${line}: ${message}${hint}`);
  }

  /** @throws PawlError `bad-input` when there was a bad row */
  throwIfAny(hint: string): void {
    if (this.#count === 0) return;
    const rest = this.#count - this.#shown.length;
    throw new PawlError(
      'bad-input',
      [...this.#shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n'),
      { hint },
    );
  }
}

/** What a row is, for the hint of an error. */
export function rowHint(own: boolean): string {
  return own
    ? `a row is {"output": "…"}, with "prompt" and whatever else the family's rows have`
    : `a row is {"task": {"id": …} or a whole task, "output": "…"}; 'pawl runs export' writes such a file`;
}

/**
 * Reads all rows of a JSONL text with {@link outputReader}.
 *
 * @param embedded - the tasks of the family's embedded pack
 * @throws PawlError `bad-input` with every bad row by its line number (up to twenty)
 * @example
 * readOutputs('{"task":{"id":"code/a"},"output":"def f(): ..."}', 'x.jsonl', tasks)[0].line // 1
 */
export function readOutputs(text: string, source: string, embedded: readonly Task[]): readonly OutputRow[] {
  const read = outputReader({ embedded, own: null, csv: false });
  const rows: OutputRow[] = [];
  const faults = new RowFaults(source);
  for (const { line, value } of parseJsonl(text, source)) {
    try {
      rows.push({ line, item: read(value).item });
    } catch (thrown) {
      if (!(thrown instanceof PawlError)) throw thrown;
      faults.add(line, thrown);
    }
  }
  faults.throwIfAny(rowHint(false));
  return rows;
}

function readTask(given: unknown, known: Map<string, Task>): Task {
  const named = namedTask.safeParse(given);
  if (named.success) return findTask(named.data.id, named.data.hash, known);
  const whole = wholeTask.safeParse(given);
  if (!whole.success) throw bad(problemsOf(whole.error, given));
  const task: Task = whole.data;
  const earlier = known.get(task.id);
  // Equal records share one object, and with it everything that is kept by object.
  if (earlier !== undefined && taskHash(earlier) === taskHash(task)) return earlier;
  known.set(task.id, task);
  return task;
}

function findTask(id: string, hash: string | undefined, known: Map<string, Task>): Task {
  const task = known.get(id);
  if (task === undefined) {
    const near = nearestName(id, [...known.keys()]);
    throw new PawlError('bad-input', `task.id: no task '${id}' in the embedded pack or in an earlier row`, {
      hint: near === undefined ? undefined : `did you mean '${near}'?`,
    });
  }
  if (hash !== undefined && hash !== taskHash(task)) {
    throw bad(`task.hash: '${id}' is another task here than where the row was written`);
  }
  return task;
}

function problemsOf(error: z.ZodError, given: unknown): string {
  return error.issues
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys
          .map((key) => `task.${key}: unknown field (${didYouMean(key, taskFields)})`)
          .join('; ');
      }
      const place = ['task', ...issue.path].join('.');
      const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], given);
      return value === undefined ? `${place}: missing` : `${place}: ${issue.message}`;
    })
    .join('; ');
}

function missing(field: string, row: JsonObject): PawlError {
  const near = nearestName(field, Object.keys(row));
  return new PawlError('bad-input', `${field}: missing`, {
    hint: near === undefined ? undefined : `the row has '${near}'`,
  });
}

function bad(message: string): PawlError {
  return new PawlError('bad-input', message);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
