import type { JsonObject } from '../../json.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { Item, Task } from '../../grader/item.js';
import type { Truth } from '../family.js';
import { failureClassOf } from './failure-class.js';
import { callStepLimit, runStepLimit, slowdown } from './limits.js';
import { observeCalls, type Observation } from './observe.js';
import { runTaskProgram, type ReferenceResults } from './reference.js';
import { unreadable } from './source.js';
import { codeHidden } from './task.js';
import { typeName } from './value.js';

/**
 * The truth about an output: it passes when it gives what the reference gives on every hidden input, by the task's
 * comparison, and leaves arguments alone where the task says so. Evidence and details tell what was observed, never
 * a hidden input or an expected value.
 */
export async function truthOf(
  item: Item,
  {
    sandbox,
    referenceOf,
  }: { readonly sandbox: PythonSandbox; readonly referenceOf: (task: Task) => Promise<ReferenceResults> },
): Promise<Truth> {
  const reference = await referenceOf(item.task);
  if (reference.kind === 'infrastructure') return { outcome: 'unscored', reason: reference.message };
  if (reference.kind === 'unusable')
    return { outcome: 'unscored', reason: `the task cannot be graded: ${reference.reason}` };

  const broken = unreadable(item.output);
  if (broken !== null) return failed({ kind: 'broken', broken });

  const limits = reference.calls.map(({ steps }) => Math.max(callStepLimit, slowdown * steps));
  const run = await runTaskProgram(sandbox, item.task, item.output, limits, runStepLimit);
  switch (run.kind) {
    case 'infrastructure':
      return { outcome: 'unscored', reason: run.message };
    case 'timed-out':
      return { ...failed(run), timedOut: true };
    case 'out-of-memory':
      return failed(run);
    case 'ran': {
      if (run.broken !== null) return failed({ kind: 'broken', broken: run.broken });
      const calls = observeCalls(run.calls, reference.calls, codeHidden(item.task));
      const passed =
        calls.length === reference.calls.length && calls.every(({ outcome }) => outcome === 'right');
      return passed
        ? passing(calls.length)
        : failed({ kind: 'called', calls, inputs: reference.calls.length });
    }
  }
}

type Scored = Extract<Truth, { outcome: 'scored' }>;

function passing(inputs: number): Scored {
  const evidence = `right on all ${inputs} hidden inputs`;
  return {
    outcome: 'scored',
    label: 'PASS',
    score: 1,
    failureClass: null,
    evidence,
    details: { inputs, right: inputs },
  };
}

function failed(observation: Observation): Scored {
  const failureClass = failureClassOf(observation);
  return {
    outcome: 'scored',
    label: 'FAIL',
    score: 0,
    failureClass,
    evidence: evidenceOf(observation),
    details: detailsOf(observation),
  };
}

/** What happened, in a sentence. */
function evidenceOf(observation: Observation): string {
  switch (observation.kind) {
    case 'timed-out':
      return 'did not end within the time limit';
    case 'out-of-memory':
      return 'needed more memory than there is';
    case 'broken': {
      const { stage, raised, stepLimit } = observation.broken;
      if (stage === 'entry') return 'does not define the entry point';
      if (stepLimit === true) return 'loading the program did not end within its steps';
      return stage === 'compile'
        ? `does not parse: ${raised?.join(': ') ?? ''}`
        : `loading the program raised ${raised?.[0] ?? 'an exception'}`;
    }
    case 'called': {
      const { calls, inputs } = observation;
      const parts: string[] = [];
      const count = (outcome: string): number => calls.filter((call) => call.outcome === outcome).length;
      const types = new Set(
        calls
          .filter(({ outcome }) => outcome === 'raised')
          .map(({ call }) => call.raised?.[0] ?? 'an exception'),
      );
      if (count('raised') > 0) parts.push(`raised ${[...types].sort().join(', ')} on ${count('raised')}`);
      if (count('step-limit') > 0) parts.push('did not end on 1');
      if (count('wrong') > 0) parts.push(`returned a wrong value on ${count('wrong')}${formOf(calls)}`);
      if (count('mutated') > 0) parts.push(`changed an argument on ${count('mutated')}`);
      const failing = calls.filter(({ outcome }) => outcome !== 'right');
      const edge = failing.every((call) => call.edge) ? ', all of them edge cases' : '';
      return `${parts.join('; ')} of ${inputs} hidden inputs${edge}`;
    }
  }
}

/** The types that were returned and wanted, where they differ in every wrong call. */
function formOf(calls: Extract<Observation, { kind: 'called' }>['calls']): string {
  const wrong = calls.filter(({ outcome }) => outcome === 'wrong');
  const got = new Set(wrong.map(({ call }) => typeName(call.value ?? null)));
  const wanted = new Set(wrong.map(({ expected }) => typeName(expected)));
  const [one, other] = [[...got][0], [...wanted][0]];
  return got.size === 1 && wanted.size === 1 && one !== other ? ` (${one} where ${other} is wanted)` : '';
}

function detailsOf(observation: Observation): JsonObject {
  if (observation.kind !== 'called')
    return { stage: observation.kind === 'broken' ? observation.broken.stage : observation.kind };
  const { calls, inputs } = observation;
  const count = (outcome: string): number => calls.filter((call) => call.outcome === outcome).length;
  return {
    inputs,
    right: count('right'),
    wrong: count('wrong'),
    raised: count('raised'),
    mutated: count('mutated'),
    stepLimit: count('step-limit'),
    notRun: inputs - calls.length,
  };
}
