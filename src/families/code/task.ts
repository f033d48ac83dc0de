import { z } from 'zod';
import { PawlError } from '../../errors.js';
import type { Task } from '../../grader/item.js';
import type { Comparison } from './comparison.js';
import { userTimeLimitMs } from './limits.js';

/** What solvers, judges and ops see of a code task beside its prompt. */
export interface CodeVisible {
  /** The function that the output must define. */
  readonly entryPoint: string;
  /** Assert statements that show calls and what they give. */
  readonly examples: readonly string[];
  /** What holds for every function of the pack, e.g. that arguments stay as they were. */
  readonly contract: string;
}

/** What only the truth reads of a code task. */
export interface CodeHidden {
  /** Python expressions, each a tuple of arguments, e.g. `('a', [1, 2])`. */
  readonly inputs: readonly string[];
  readonly comparison: Comparison;
  /** Other programs whose results are right too (the second oracles of EvalPlus). */
  readonly alternatives: readonly string[];
  /** Python statements that the inputs need, e.g. imports. */
  readonly setup: string;
  /** Whether a program fails when it changes an argument that the reference leaves alone. */
  readonly argumentsStay: boolean;
  /** Wall-clock limit of a whole run over all inputs, in milliseconds: the backstop behind the step limits. */
  readonly timeLimitMs: number;
}

const comparisonSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exact') }),
  z.strictObject({ kind: z.literal('atol'), atol: z.number().positive() }),
  z.strictObject({ kind: z.literal('close'), rtol: z.number().positive() }),
  z.strictObject({ kind: z.literal('set') }),
  z.strictObject({ kind: z.literal('unordered') }),
  z.strictObject({ kind: z.literal('not-none') }),
  z.strictObject({ kind: z.literal('truthy') }),
  z.strictObject({ kind: z.literal('any') }),
]) satisfies z.ZodType<Comparison>;

/** A comparison as a task file gives it, or undefined when it is none. */
export function readComparison(given: unknown): Comparison | undefined {
  return comparisonSchema.safeParse(given).data;
}

const visibleSchema = z.object({
  entryPoint: z.string().min(1),
  examples: z.array(z.string()),
  contract: z.string(),
});

const hiddenSchema = z.object({
  inputs: z.array(z.string()).min(1),
  comparison: comparisonSchema,
  alternatives: z.array(z.string()),
  setup: z.string(),
  argumentsStay: z.boolean(),
  timeLimitMs: z.number().int().positive(),
});

const visibleOf = new WeakMap<Task, CodeVisible>();
const hiddenOf = new WeakMap<Task, CodeHidden>();

/**
 * The visible part of a code task, checked once per task.
 *
 * @throws PawlError `bad-input` when the task is not of this family
 */
export function codeVisible(task: Task): CodeVisible {
  return checked(task, 'visible', task.visible, visibleSchema, visibleOf);
}

/**
 * The hidden part of a code task, checked once per task.
 *
 * @throws PawlError `bad-input` when the task is not of this family
 */
export function codeHidden(task: Task): CodeHidden {
  return checked(task, 'hidden', task.hidden, hiddenSchema, hiddenOf);
}

function checked<T>(
  task: Task,
  part: string,
  value: unknown,
  schema: z.ZodType<T>,
  seen: WeakMap<Task, T>,
): T {
  const known = seen.get(task);
  if (known !== undefined) return known;
  const result = schema.safeParse(value);
  if (!result.success) {
    throw new PawlError(
      'bad-input',
      `task '${task.id}': its ${part} part is not that of a code task: ${z.prettifyError(result.error)}`,
      {
        hint: 'see docs/families-code.md for the shape of a code task',
      },
    );
  }
  seen.set(task, result.data);
  return result.data;
}

/** The parts of a code task from which {@link makeCodeTask} makes one. */
export interface CodeTaskParts {
  readonly id: string;
  readonly prompt: string;
  readonly topic: string;
  readonly reference: string;
  readonly entryPoint: string;
  readonly examples: readonly string[];
  readonly inputs: readonly string[];
  readonly comparison: Comparison;
  readonly contract?: string;
  readonly alternatives?: readonly string[];
  readonly setup?: string;
  readonly argumentsStay?: boolean;
  readonly timeLimitMs?: number;
}

/** Makes a task of the code family; what is left out gets the defaults of a user's file. */
export function makeCodeTask(parts: CodeTaskParts): Task {
  return {
    id: parts.id,
    prompt: parts.prompt,
    topic: parts.topic,
    reference: parts.reference,
    visible: {
      entryPoint: parts.entryPoint,
      examples: [...parts.examples],
      contract: parts.contract ?? 'Return the result.',
    },
    hidden: {
      inputs: [...parts.inputs],
      comparison: { ...parts.comparison },
      alternatives: [...(parts.alternatives ?? [])],
      setup: parts.setup ?? '',
      argumentsStay: parts.argumentsStay ?? false,
      timeLimitMs: parts.timeLimitMs ?? userTimeLimitMs,
    },
  };
}
