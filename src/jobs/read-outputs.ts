import { z } from 'zod';
import { PawlError } from '../errors.js';
import { makeItem, taskHash, type Item, type Task } from '../grader/item.js';
import { parseJsonl, type JsonlRow } from '../input/jsonl.js';
import { didYouMean, nearestName } from '../input/nearest-name.js';
import type { JsonObject } from '../json.js';

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

/**
 * Reads the rows that `pawl grade` takes: `{ "task": …, "output": "…" }`, one a line, where the task is a whole record or
 * names one, by `id`, of the embedded pack or of an earlier row. Other fields of a row are passed over.
 *
 * @param embedded - the tasks of the family's embedded pack
 * @throws PawlError `bad-input` with every bad row by its line number (up to twenty)
 * @example
 * readOutputs('{"task":{"id":"code/a"},"output":"def f(): ..."}', 'x.jsonl', tasks)[0].line // 1
 */
export function readOutputs(text: string, source: string, embedded: readonly Task[]): readonly OutputRow[] {
  const known = new Map(embedded.map((task) => [task.id, task]));
  const rows: OutputRow[] = [];
  const problems: string[] = [];
  for (const row of parseJsonl(text, source)) {
    try {
      rows.push({ line: row.line, item: readRow(row, known) });
    } catch (thrown) {
      if (!(thrown instanceof PawlError)) throw thrown;
      const hint = thrown.hint === undefined ? '' : ` (${thrown.hint})`;
      problems.push(`${source}:${row.line}: ${thrown.message}${hint}`);
    }
  }
  if (problems.length > 0) {
    const shown = problems.slice(0, problemsShown);
    const rest = problems.length - shown.length;
    throw new PawlError('bad-input', [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n'), {
      hint: `a row is {"task": {"id": …} or a whole task, "output": "…"}; 'pawl runs export' writes such a file`,
    });
  }
  return rows;
}

function readRow({ value }: JsonlRow, known: Map<string, Task>): Item {
  const { task, output } = value;
  if (task === undefined) throw missing('task', value);
  if (output === undefined) throw missing('output', value);
  if (typeof output !== 'string') throw bad(`output: expected a text, got ${kindOf(output)}`);
  return makeItem(readTask(task, known), output);
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
