import { z } from 'zod';
import type { Json } from '../../json.js';
import type { PythonOutcome, PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import { brokenSchema, callSchema, type Broken, type Call } from './call.js';
import { runDriver } from './driver.js';
import { loadStepLimit, maxNodes, maxNodesPerCall } from './limits.js';

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

/** What a program did. `calls` ends early after a call that ran out of steps, its own or those of the whole run. */
export type RunResult =
  | { readonly kind: 'ran'; readonly broken: Broken | null; readonly calls: readonly Call[] }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'infrastructure'; readonly message: string };

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
      if (parsed.success) return { kind: 'ran', ...parsed.data };
      return {
        kind: 'ran',
        broken: { stage: 'run', raised: ['UnreadableResult', 'the program changed its driver'] },
        calls: [],
      };
    }
  }
}
