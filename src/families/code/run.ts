import { z } from 'zod';
import type { Json } from '../../json.js';
import type { PythonOutcome, PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import { runDriver } from './driver.js';
import { loadStepLimit, maxNodes, maxNodesPerCall } from './limits.js';
import type { Encoded } from './value.js';

/** What a program is to be run on. */
export interface RunRequest {
  readonly source: string;
  readonly entryPoint: string;
  /** Python expressions, each a tuple of arguments; evaluated anew for every call. */
  readonly inputs: readonly string[];
  /** Steps that each call may take, one number an input; null counts no steps, for programs that are trusted. */
  readonly stepLimits: readonly number[] | null;
  /** Steps that all calls together may take. */
  readonly runSteps: number;
  readonly setup: string;
  /** Turn returned iterators into lists, for comparisons that look at elements only. */
  readonly unroll: boolean;
  readonly timeLimitMs: number;
}

/** How one call ended. Exactly one of `value`, `raised` and `stepLimit` is there. */
export interface Call {
  readonly value?: Encoded;
  /** Type and message of the exception. */
  readonly raised?: readonly [type: string, message: string];
  readonly stepLimit?: true;
  /** Steps taken. */
  readonly steps: number;
  /** How many characters were printed, and the first of them. */
  readonly stdout?: readonly [count: number, start: string];
  /** An argument is not what it was. */
  readonly mutated?: true;
  /** An argument is empty, None, zero, negative or holds a single element. */
  readonly edge?: true;
}

/** Why a program could not be called at all. */
export interface Broken {
  readonly stage: 'compile' | 'run' | 'entry';
  readonly raised?: readonly [type: string, message: string];
  readonly stepLimit?: true;
  readonly line?: number;
}

/** What a program did. `calls` ends early after a call that ran out of steps, its own or those of the whole run. */
export type RunResult =
  | { readonly kind: 'ran'; readonly broken: Broken | null; readonly calls: readonly Call[] }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'infrastructure'; readonly message: string };

const error = z.tuple([z.string(), z.string()]).readonly();
export const callSchema = z.object({
  value: z.custom<Encoded>((value) => value !== undefined).optional(),
  raised: error.optional(),
  stepLimit: z.literal(true).optional(),
  steps: z.number(),
  stdout: z.tuple([z.number(), z.string()]).readonly().optional(),
  mutated: z.literal(true).optional(),
  edge: z.literal(true).optional(),
});
export const brokenSchema = z.object({
  stage: z.enum(['compile', 'run', 'entry']),
  raised: error.optional(),
  stepLimit: z.literal(true).optional(),
  line: z.number().optional(),
});
const resultSchema = z.object({ broken: brokenSchema.nullable(), calls: z.array(callSchema) });

/**
 * Runs a program on inputs in one sandbox job. It is told nothing of what is right. A result that the program's
 * interference left unreadable counts as an exception of the program.
 */
export async function runProgram(sandbox: PythonSandbox, request: RunRequest): Promise<RunResult> {
  const { source, entryPoint, inputs, stepLimits, setup, unroll } = request;
  const loadSteps = stepLimits === null ? null : loadStepLimit;
  const limits = { stepLimits, loadSteps, runSteps: request.runSteps, maxNodes, maxNodesPerCall };
  const payload: Json = { source, entryPoint, inputs, setup, unroll, ...limits };
  const outcome: PythonOutcome = await sandbox.run({
    driver: runDriver.source,
    payload,
    timeoutMs: request.timeLimitMs,
  });
  switch (outcome.kind) {
    case 'timed-out':
    case 'out-of-memory':
    case 'infrastructure':
      return outcome;
    case 'raised':
      return { kind: 'ran', broken: { stage: 'run', raised: [outcome.type, outcome.message] }, calls: [] };
    case 'value': {
      const parsed = resultSchema.safeParse(outcome.value);
      if (parsed.success)
        return { kind: 'ran', ...(parsed.data as { broken: Broken | null; calls: Call[] }) };
      return {
        kind: 'ran',
        broken: { stage: 'run', raised: ['UnreadableResult', 'the program changed its driver'] },
        calls: [],
      };
    }
  }
}
