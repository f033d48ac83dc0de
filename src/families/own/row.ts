import type { Item, Task } from '../../grader/item.js';
import { makeItem } from '../../grader/item.js';
import { sha256 } from '../../hash.js';
import { nearestName } from '../../input/nearest-name.js';
import type { Json, JsonObject } from '../../json.js';
import type { Label } from '../../verdict.js';

/** One output with what is known of it: a row of `train`, `anchors` or `test`, or one to grade. */
export interface OwnRow {
  readonly id: string;
  readonly prompt: string;
  readonly topic: string;
  readonly reference: string | null;
  readonly output: string;
  readonly label: Label | null;
  /** Failure classes that the labeller names; empty for a pass or where nobody said. */
  readonly failureClasses: readonly string[];
  readonly reason: string;
  /** Every other field of the row: what a check sees beside the prompt, as `item['task'][field]`. */
  readonly visible: JsonObject;
}

/** Fields with a meaning of their own. */
const rowFields = [
  'id',
  'prompt',
  'topic',
  'reference',
  'output',
  'label',
  'failureClasses',
  'reason',
] as const;

/** A row that was read, or what is wrong with it. */
export type ReadRow =
  | { readonly row: OwnRow; readonly problems: readonly [] }
  | { readonly row: null; readonly problems: readonly string[] };

/**
 * Reads one row. Only `output` must be there; a row without `id` is named after its prompt and output. In CSV every value is
 * a text, and empty cells count as left out.
 *
 * @example
 * readOwnRow({ prompt: 'Say hello.', output: 'hello', label: 'PASS' }, 'greetings').row?.label // 'PASS'
 */
export function readOwnRow(value: JsonObject, defaultTopic: string): ReadRow {
  const problems: string[] = [];
  const text = (field: string): string | null => {
    const given = value[field];
    if (given === undefined || given === null || given === '') return null;
    if (typeof given === 'number' && field === 'id') return String(given);
    if (typeof given !== 'string') {
      problems.push(`${field}: expected a text, got ${kindOf(given)}`);
      return null;
    }
    return given;
  };

  // An empty output is an output: the root refuses it.
  const output = typeof value['output'] === 'string' ? value['output'] : text('output');
  if (output === null && problems.length === 0) {
    const near = nearestName('output', Object.keys(value));
    problems.push(`output: missing${near === undefined ? '' : ` (the row has '${near}')`}`);
  }
  const prompt = text('prompt') ?? '';
  const label = readLabel(value['label'], problems);
  const failureClasses = readClasses(value['failureClasses'], problems);
  const row: OwnRow = {
    id: text('id') ?? `row-${sha256(JSON.stringify([prompt, output])).slice(0, 12)}`,
    prompt,
    topic: text('topic') ?? defaultTopic,
    reference: text('reference'),
    output: output ?? '',
    label,
    failureClasses,
    reason: text('reason') ?? '',
    visible: Object.fromEntries(
      Object.entries(value).filter(([field]) => !rowFields.some((known) => known === field)),
    ),
  };
  if (label === 'PASS' && failureClasses.length > 0)
    problems.push('failureClasses: a row that passes names none');
  return problems.length === 0 ? { row, problems: [] } : { row: null, problems };
}

/**
 * The task of a row. What only the truth reads (label, classes) is hidden from checks and judges.
 *
 * @param withLabel false for rows whose labels nobody may read: train rows, and outputs to grade
 */
export function taskOfRow(row: OwnRow, withLabel: boolean): Task {
  const { id, prompt, topic, reference, visible, label, failureClasses, reason, output } = row;
  return {
    id,
    prompt,
    topic,
    reference,
    visible,
    hidden:
      withLabel && label !== null
        ? { label, failureClasses: [...failureClasses], reason, output: sha256(output) }
        : {},
  };
}

/** The item of a row to grade. */
export function itemOfRow(row: OwnRow): Item {
  return makeItem(taskOfRow(row, false), row.output);
}

function readLabel(given: Json | undefined, problems: string[]): Label | null {
  if (given === undefined || given === null || given === '') return null;
  if (typeof given === 'string') {
    const upper = given.trim().toUpperCase();
    if (upper === 'PASS' || upper === 'FAIL') return upper;
  }
  problems.push(`label: expected PASS or FAIL, got ${JSON.stringify(given)}`);
  return null;
}

function readClasses(given: Json | undefined, problems: string[]): string[] {
  if (given === undefined || given === null) return [];
  const list = typeof given === 'string' ? given.split(';') : given;
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) {
    problems.push(
      `failureClasses: expected a list of texts, or one text with ';' between, got ${kindOf(given)}`,
    );
    return [];
  }
  return [...new Set(list.map((one) => one.trim()).filter((one) => one !== ''))];
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
