import { z } from 'zod';
import { PawlError } from '../../errors.js';
import type { Task } from '../../grader/item.js';

/** What solvers, judges and ops see of a sql task beside its question. */
export interface SqlVisible {
  /** The schema or database that the question is about. */
  readonly database: string;
  /** The catalogue of its tables, as text. */
  readonly catalogue: string;
  /** What one must know beside the catalogue: definitions and rules. */
  readonly externalKnowledge: string;
  /** What holds for every answer. */
  readonly contract: string;
}

/** What only the truth reads of a sql task. */
export interface SqlHidden {
  /** The gold query, run on the warehouse; null where only gold results exist. */
  readonly goldSql: string | null;
  /** Gold results as CSV text, in suffix order; empty where the gold query gives the result. */
  readonly goldResults: readonly string[];
  /** The benchmark's raw `condition_cols`. */
  readonly conditionColumns: unknown;
  readonly ignoreOrder: boolean;
}

const visibleSchema = z.object({
  database: z.string(),
  catalogue: z.string(),
  externalKnowledge: z.string(),
  contract: z.string(),
});

const hiddenSchema = z.object({
  goldSql: z.string().nullable(),
  goldResults: z.array(z.string()),
  conditionColumns: z.unknown(),
  ignoreOrder: z.boolean(),
});

/**
 * The visible part of a sql task.
 *
 * @throws PawlError `bad-input` when the task is not of this family
 */
export function sqlVisible(task: Task): SqlVisible {
  return checked(task, 'visible', visibleSchema);
}

/**
 * The hidden part of a sql task.
 *
 * @throws PawlError `bad-input` when the task is not of this family
 */
export function sqlHidden(task: Task): SqlHidden {
  return checked(task, 'hidden', hiddenSchema);
}

function checked<T>(task: Task, part: 'visible' | 'hidden', schema: z.ZodType<T>): T {
  const result = schema.safeParse(task[part]);
  if (result.success) return result.data;
  throw new PawlError(
    'bad-input',
    `task '${task.id}': its ${part} part is not that of a sql task: ${z.prettifyError(result.error)}`,
    {
      hint: 'see docs/families-sql.md for the shape of a sql task',
    },
  );
}
