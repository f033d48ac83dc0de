import type { Task } from '../../grader/item.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { Comparison } from './comparison.js';
import { referenceStepLimit, runStepLimit } from './limits.js';
import { runProgram, type RunResult } from './run.js';
import { codeHidden, codeVisible } from './task.js';
import { keyOf, typeName, type Encoded } from './value.js';

/** What the reference does on each hidden input: what is right, how many steps it takes, what it changes. */
export interface ReferenceCall {
  /** The reference's value first, then those of the alternatives that returned one. */
  readonly expected: readonly Encoded[];
  readonly steps: number;
  readonly mutates: boolean;
}

/** A reference's results, or why the task cannot be graded by them. */
export type ReferenceResults =
  | { readonly kind: 'usable'; readonly calls: readonly ReferenceCall[] }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'infrastructure'; readonly message: string };

/**
 * Runs a task's reference on the hidden inputs, in a job of its own: what is right never enters the interpreter of the
 * program that is judged. A reference that raises, takes more than a tenth of the limits or returns what cannot be
 * compared makes its task unusable, with the reason.
 */
export async function runReference(sandbox: PythonSandbox, task: Task): Promise<ReferenceResults> {
  if (task.reference === null) return { kind: 'unusable', reason: 'it has no reference' };
  const limits = Array.from(codeHidden(task).inputs, () => referenceStepLimit);
  const run = await runTaskProgram(sandbox, task, task.reference, limits, referenceStepLimit);
  if (run.kind === 'infrastructure') return run;
  const reason = faultOfReference(run, codeHidden(task).comparison);
  if (reason !== null) return { kind: 'unusable', reason };

  const calls = run.kind === 'ran' ? run.calls : [];
  const others: (readonly (Encoded | undefined)[])[] = [];
  for (const source of codeHidden(task).alternatives) {
    const other = await runTaskProgram(sandbox, task, source, limits, runStepLimit);
    if (other.kind === 'infrastructure') return other;
    others.push(other.kind === 'ran' ? other.calls.map(({ value }) => value) : []);
  }
  return {
    kind: 'usable',
    calls: calls.map(({ value = null, steps, mutated }, at) => ({
      expected: [value, ...others.map((values) => values[at]).filter((other) => other !== undefined)],
      steps,
      mutates: mutated === true,
    })),
  };
}

/** Runs a program on a task's hidden inputs. */
export async function runTaskProgram(
  sandbox: PythonSandbox,
  task: Task,
  source: string,
  stepLimits: readonly number[] | null,
  runSteps: number,
): Promise<RunResult> {
  const { inputs, setup, comparison, timeLimitMs } = codeHidden(task);
  const { entryPoint } = codeVisible(task);
  const unroll = comparison.kind === 'set' || comparison.kind === 'unordered';
  return runProgram(sandbox, {
    source,
    entryPoint,
    inputs,
    stepLimits,
    runSteps,
    setup,
    unroll,
    timeLimitMs,
  });
}

/** One reason for all that a faster machine, or a larger one, might see as another: equal configurations give equal reasons. */
const tooHeavy = `its reference needs more than a tenth of the time limit (${referenceStepLimit} of ${runStepLimit} steps), or more memory than there is`;

/** Why a reference's run cannot say what is right, or null. */
function faultOfReference(
  run: Exclude<RunResult, { kind: 'infrastructure' }>,
  comparison: Comparison,
): string | null {
  if (run.kind !== 'ran') return tooHeavy;
  if (run.broken !== null) {
    const { stage, raised } = run.broken;
    const otherwise = stage === 'entry' ? 'its entry point is not defined' : 'its loading does not end';
    return `its reference cannot be loaded (${raised?.join(': ') ?? otherwise})`;
  }
  for (const { raised, stepLimit, value = null } of run.calls) {
    if (stepLimit === true || raised?.[0] === 'MemoryError') return tooHeavy;
    if (raised !== undefined) return `its reference raises ${raised[0]} on a hidden input`;
    if (needsValue(comparison) && keyOf(value) === undefined)
      return `its reference returns what cannot be compared (${typeName(value)})`;
  }
  return null;
}

function needsValue(comparison: Comparison): boolean {
  return !['any', 'not-none', 'truthy'].includes(comparison.kind);
}
