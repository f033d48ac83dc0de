import type { Task } from '../../grader/item.js';
import { didYouMean } from '../../input/nearest-name.js';
import type { Json, JsonObject } from '../../json.js';
import { comparisonKinds, type Comparison } from './comparison.js';
import { evalPlusRule } from './evalplus.js';
import { makeCodeTask, readComparison } from './task.js';
import type { TaskFormat } from './task-formats.js';
import { topicOf } from './topics.js';

/** A row as the driver reads it. */
export interface TaskRow {
  readonly line: number;
  readonly fields: JsonObject;
  readonly inputs?: readonly string[] | undefined;
  readonly entryPoint?: string | undefined;
  readonly form?: string | undefined;
  readonly tolerance?: number | null | undefined;
  readonly atol?: number | undefined;
  readonly setup?: string | undefined;
  readonly comparison?: JsonObject | undefined;
}

/** A task made from a row, or why there is none. */
export type Made =
  | { readonly kind: 'task'; readonly id: string; readonly task: Task }
  | { readonly kind: 'unusable'; readonly id: string; readonly reason: string }
  | { readonly kind: 'bad'; readonly id: string; readonly reason: string };

/** Turns a checked row of a task file into a task. */
export function makeFileTask(row: TaskRow, format: TaskFormat, unusable: string | undefined): Made {
  const { fields } = row;
  const id = idOf(fields, format);
  if (unusable !== undefined) return { kind: 'unusable', id, reason: unusable };
  switch (format) {
    case 'mbpp-plus':
      return plusTask(
        id,
        row,
        text(fields['canonical_solution']),
        text(fields['entry_point']),
        numberOf(fields['atol']),
      );
    case 'mbpp-plus-origin':
      return plusTask(id, row, text(fields['code']), row.entryPoint ?? '', row.atol ?? 0);
    case 'mbpp':
      return mbppTask(id, row);
    case 'pawl':
      return pawlTask(id, row);
  }
}

/** MBPP's tasks are numbered; all its files name one task alike: `Mbpp/2`. */
function idOf(fields: JsonObject, format: TaskFormat): string {
  if (format === 'pawl') return text(fields['id']);
  const given = fields['task_id'];
  return typeof given === 'number' || /^\d+$/.test(text(given)) ? `Mbpp/${text(given)}` : text(given);
}

function plusTask(id: string, row: TaskRow, reference: string, entryPoint: string, atol: number): Made {
  const inputs = row.inputs ?? [];
  if (inputs.length === 0) return { kind: 'unusable', id, reason: 'it has no inputs' };
  const shown = text(row.fields['prompt']).replaceAll('"""', '').trim();
  const fromPrompt = shown.split('\n').filter((line) => line.startsWith('assert '));
  const examples = fromPrompt.length > 0 ? fromPrompt : texts(row.fields['test_list']).slice(0, 1);
  const prompt = fromPrompt.length > 0 ? shown : [shown, ...examples].join('\n');
  const { comparison, alternatives } = evalPlusRule(entryPoint, atol);
  return task({
    id,
    prompt,
    topic: topicOf(shown),
    reference,
    entryPoint,
    examples,
    inputs,
    comparison,
    alternatives,
  });
}

/** The first assert is shown, all of them are hidden tests. */
function mbppTask(id: string, row: TaskRow): Made {
  const { fields, inputs = [], entryPoint = '' } = row;
  const shown = text(fields['prompt'] ?? fields['text']).trim();
  const examples = texts(fields['test_list'])
    .slice(0, 1)
    .map((line) => line.trim());
  const prompt = [shown, ...examples].join('\n');
  const comparison = comparisonOf(row.form ?? 'exact', row.tolerance ?? null);
  return task({
    id,
    prompt,
    topic: topicOf(shown),
    reference: text(fields['code']),
    entryPoint,
    examples,
    inputs,
    comparison,
    setup: row.setup ?? '',
  });
}

function pawlTask(id: string, row: TaskRow): Made {
  const { fields } = row;
  const inputs = texts(fields['inputs']);
  if (inputs.length === 0) return { kind: 'unusable', id, reason: 'it has no inputs' };
  const comparison =
    row.comparison === undefined ? { kind: 'exact' as const } : readComparison(row.comparison);
  if (comparison === undefined) {
    const hint = didYouMean(text(row.comparison?.['kind']), comparisonKinds);
    return { kind: 'bad', id, reason: `the comparison ${JSON.stringify(row.comparison)} is none; ${hint}` };
  }
  return task({
    id,
    prompt: text(fields['prompt']),
    topic: fields['topic'] === undefined ? topicOf(text(fields['prompt'])) : text(fields['topic']),
    reference: text(fields['reference']),
    entryPoint: text(fields['entryPoint']),
    examples: texts(fields['examples']),
    inputs,
    comparison,
  });
}

function task(parts: Parameters<typeof makeCodeTask>[0]): Made {
  return { kind: 'task', id: parts.id, task: makeCodeTask(parts) };
}

/** The comparison that a form of assert means. */
export function comparisonOf(form: string, tolerance: number | null): Comparison {
  if (form === 'atol') return { kind: 'atol', atol: tolerance ?? 1e-6 };
  if (form === 'close') return { kind: 'close', rtol: tolerance ?? 1e-9 };
  const kind = comparisonKinds.find((known) => known === form);
  return kind === 'set' || kind === 'unordered' || kind === 'truthy' ? { kind } : { kind: 'exact' };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(text) : [];
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}
