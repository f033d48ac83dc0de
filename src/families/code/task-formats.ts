import { didYouMean } from '../../input/nearest-name.js';
import type { JsonObject } from '../../json.js';

/** The task files that are understood. */
export type TaskFormat = 'mbpp-plus' | 'mbpp-plus-origin' | 'mbpp' | 'pawl';

/** What a field must hold: a text that is not empty, a list of texts, a whole number or a text, or anything. */
type FieldKind = 'text' | 'texts' | 'id' | 'anything';

interface FormatShape {
  readonly title: string;
  readonly required: Readonly<Record<string, FieldKind>>;
  readonly optional: readonly string[];
  /** Which field holds the reference. */
  readonly reference: string;
  /** Fields of which one is enough to tell the format. */
  readonly telling: readonly string[];
}

/** Every format with its fields, in the order in which they are tried. */
export const formatShapes: Readonly<Record<TaskFormat, FormatShape>> = {
  'mbpp-plus': {
    title: 'MBPP+ (EvalPlus)',
    required: {
      task_id: 'id',
      prompt: 'text',
      entry_point: 'text',
      canonical_solution: 'text',
      base_input: 'anything',
      plus_input: 'anything',
    },
    optional: ['atol', 'contract', 'assertion'],
    reference: 'canonical_solution',
    telling: ['canonical_solution', 'base_input', 'plus_input'],
  },
  'mbpp-plus-origin': {
    title: 'MBPP+ in the format of MBPP',
    required: { task_id: 'id', prompt: 'text', code: 'text', test: 'text', test_list: 'texts' },
    optional: ['source_file', 'test_imports'],
    reference: 'code',
    telling: ['test'],
  },
  mbpp: {
    title: 'MBPP or sanitized MBPP',
    required: { task_id: 'id', code: 'text', test_list: 'texts' },
    optional: ['text', 'prompt', 'source_file', 'test_imports', 'test_setup_code', 'challenge_test_list'],
    reference: 'code',
    telling: ['test_list'],
  },
  pawl: {
    title: 'tasks of Pawl',
    required: {
      id: 'text',
      prompt: 'text',
      entryPoint: 'text',
      reference: 'text',
      inputs: 'texts',
      examples: 'texts',
    },
    optional: ['topic', 'comparison'],
    reference: 'reference',
    telling: ['entryPoint', 'inputs', 'reference'],
  },
};

/** The format that a row's fields tell, or undefined. */
export function formatOf(fields: JsonObject): TaskFormat | undefined {
  const formats = Object.keys(formatShapes) as TaskFormat[];
  return formats.find((format) => formatShapes[format].telling.some((field) => field in fields));
}

/** What is wrong with a row's fields: missing or misspelt ones, wrong types, no reference. Empty when nothing is. */
export function problemsOf(fields: JsonObject, format: TaskFormat): string[] {
  const shape = formatShapes[format];
  const known = [...Object.keys(shape.required), ...shape.optional];
  const unknown = Object.keys(fields).filter((field) => !known.includes(field));
  const problems: string[] = [];
  for (const [field, kind] of Object.entries(shape.required)) {
    const value = fields[field];
    if (value === undefined) {
      const misspelt = unknown.find((given) => didYouMean(given, [field]).startsWith('did'));
      const what =
        field === shape.reference
          ? `no reference: the field '${field}' is missing`
          : `the field '${field}' is missing`;
      problems.push(
        misspelt === undefined ? what : `${what}; '${misspelt}' is there: did you mean '${field}'?`,
      );
    } else if (!holds(value, kind)) {
      problems.push(
        field === shape.reference && value === ''
          ? `no reference: the field '${field}' is empty`
          : `the field '${field}' must be ${nameOf[kind]}, got ${shortly(value)}`,
      );
    }
  }
  return problems;
}

const nameOf: Readonly<Record<FieldKind, string>> = {
  text: 'a text that is not empty',
  texts: 'a list of texts',
  id: 'a whole number or a text',
  anything: 'anything',
};

function holds(value: unknown, kind: FieldKind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '';
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'id':
      return Number.isInteger(value) || (typeof value === 'string' && value.trim() !== '');
    case 'anything':
      return true;
  }
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
