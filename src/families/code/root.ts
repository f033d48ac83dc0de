import { z } from 'zod';
import type { Facts, Item, RootFinding, Task } from '../../grader/item.js';
import type { JsonObject } from '../../json.js';
import type { PythonOutcome, PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import { PawlError } from '../../errors.js';
import { brokenSchema, callSchema, type Broken } from './call.js';
import { isRight } from './comparison.js';
import { rootDriver } from './driver.js';
import {
  exampleStepLimit,
  loadStepLimit,
  maxFactsLength,
  maxNodesPerCall,
  probeCount,
  probeStepLimit,
  rootStepLimit,
  rootTimeLimitMs,
} from './limits.js';
import { comparisonOf } from './make-file-task.js';
import { show } from './show.js';
import { unreadable } from './source.js';
import { codeVisible } from './task.js';
import { encodedSchema, typeName, type Encoded } from './value.js';

const outcomeSchema = z.union([z.object({ notRun: z.literal(true) }), callSchema]);
const exampleSchema = z.object({
  source: z.string(),
  form: z.string().nullable(),
  arguments: z.array(encodedSchema).optional(),
  tolerance: z.number().nullable().optional(),
  expected: encodedSchema.optional(),
  outcome: outcomeSchema.optional(),
});
const probeSchema = z.object({
  kind: z.string(),
  position: z.number(),
  arguments: z.array(encodedSchema),
  outcome: outcomeSchema,
});
const reportSchema = z.object({
  problem: brokenSchema.nullable(),
  summary: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).nullable(),
  examples: z.array(exampleSchema).optional(),
  probes: z.array(probeSchema).optional(),
});
type Report = z.infer<typeof reportSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/** How a job for the root ended, where there is no report. */
type Ending = 'timed-out' | 'out-of-memory' | 'interfered';

/**
 * The fixed structural check of the code family, in one sandbox job: DRAWBACK when the output does not parse, cannot be
 * loaded or defines no function for the entry point. The facts (docs/families-code.md) hold a summary of the text and
 * what the program does on the visible examples and on probes made from them. Nothing hidden is read.
 *
 * @throws PawlError `sandbox` when the sandbox fails
 */
export async function rootOf(item: Item, sandbox: PythonSandbox): Promise<RootFinding> {
  const refused = unreadable(item.output);
  if (refused !== null) return drawback(refused, null);

  const full = await look(item, sandbox, true);
  if (typeof full !== 'string') return findingOf(full, null, item.task);
  // The text can be described even where running it ended the interpreter.
  const still = await look(item, sandbox, false);
  const finding = typeof still === 'string' ? drawback(tooComplex, null) : findingOf(still, full, item.task);
  return full === 'timed-out' || still === 'timed-out' ? { ...finding, timedOut: true } : finding;
}

/** A text on which even the parser gives up. */
const tooComplex: Broken = { stage: 'compile', raised: ['RecursionError', 'too complex to parse'], line: 0 };

/** Runs the driver, with or without executing the program. */
async function look(item: Item, sandbox: PythonSandbox, execute: boolean): Promise<Report | Ending> {
  const { entryPoint, examples } = codeVisible(item.task);
  const outcome: PythonOutcome = await sandbox.run({
    driver: rootDriver.source,
    payload: {
      source: item.output,
      entryPoint,
      examples,
      execute,
      loadSteps: loadStepLimit,
      exampleSteps: exampleStepLimit,
      probeSteps: probeStepLimit,
      runSteps: rootStepLimit,
      probes: probeCount,
      maxNodes: 4 * maxNodesPerCall,
      maxNodesPerCall,
    },
    timeoutMs: rootTimeLimitMs,
  });
  switch (outcome.kind) {
    case 'infrastructure':
      throw new PawlError('sandbox', `the root of '${item.id}' could not be run: ${outcome.message}`);
    case 'timed-out':
    case 'out-of-memory':
      return outcome.kind;
    case 'raised':
      return 'interfered';
    case 'value':
      return reportSchema.safeParse(outcome.value).data ?? 'interfered';
  }
}

function drawback(problem: Broken, summary: JsonObject | null): RootFinding {
  return { verdict: 'DRAWBACK', facts: factsOf(problem, summary, [], [], 'not run') };
}

function findingOf(report: Report, ending: Ending | null, task: Task): RootFinding {
  const { problem, summary, examples = [], probes = [] } = report;
  if (problem !== null) return drawback(problem, summary);
  const { entryPoint } = codeVisible(task);
  const shown = examples.map((example) => exampleFacts(example, entryPoint));
  const tried = probes.map(({ kind, position, arguments: values, outcome }) => ({
    kind,
    argument: position,
    call: callText(entryPoint, values),
    ...outcomeFacts(outcome),
  }));
  return { verdict: 'CLEAN', facts: bounded(factsOf(null, summary, shown, tried, ending ?? 'complete')) };
}

function factsOf(
  problem: Broken | null,
  summary: JsonObject | null,
  examples: JsonObject[],
  probes: JsonObject[],
  execution: string,
): Facts {
  const { functions = [], imports = [], undefined: undefinedNames = [], entry = null } = summary ?? {};
  return {
    problem:
      problem === null ? null : { stage: problem.stage, ...problemText(problem), line: problem.line ?? 0 },
    execution,
    entry,
    functions,
    imports,
    undefinedNames,
    examples,
    probes,
  };
}

function problemText({ raised, stepLimit }: Broken): JsonObject {
  if (raised !== undefined) return { error: raised[0], message: raised[1].slice(0, 200) };
  return {
    error: null,
    message: stepLimit === true ? 'loading does not end' : 'the entry point is not defined',
  };
}

/** An example: the call, what it should give, what it gives, and whether the two agree by the assert's own comparison. */
function exampleFacts(example: z.infer<typeof exampleSchema>, entryPoint: string): JsonObject {
  const { form, outcome, expected = null, tolerance = null } = example;
  if (form === null || outcome === undefined)
    return { source: example.source.slice(0, 300), readable: false, holds: null, outcome: 'not-run' };
  const value = 'notRun' in outcome ? undefined : outcome.value;
  const holds =
    'notRun' in outcome
      ? null
      : value !== undefined && isRight(value, expected, comparisonOf(form, tolerance));
  return {
    source: example.source.slice(0, 300),
    readable: true,
    call: callText(entryPoint, example.arguments ?? []),
    expected: show(expected, 160),
    expectedType: typeName(expected),
    holds,
    ...outcomeFacts(outcome),
  };
}

function callText(entryPoint: string, values: readonly Encoded[]): string {
  return `${entryPoint}(${values.map((value) => show(value, 120)).join(', ')})`.slice(0, 300);
}

/** How a call ended, shortened. */
function outcomeFacts(outcome: Outcome): JsonObject {
  if ('notRun' in outcome) return { outcome: 'not-run' };
  const { value, raised, stepLimit, steps, stdout, mutated } = outcome;
  const seen = {
    steps,
    printed: stdout === undefined ? null : stdout[1].slice(0, 80),
    mutated: mutated === true,
  };
  if (stepLimit === true) return { outcome: 'step-limit', ...seen };
  if (raised !== undefined)
    return { outcome: 'raised', error: raised[0], message: raised[1].slice(0, 120), ...seen };
  return { outcome: 'returned', value: show(value ?? null, 160), type: typeName(value ?? null), ...seen };
}

/** Facts within their limit: probes go first, then the rest of the functions, then everything but the verdict's reason. */
function bounded(facts: Facts): Facts {
  const size = (candidate: Facts): number => JSON.stringify(candidate).length;
  if (size(facts) <= maxFactsLength) return facts;
  const probes = facts['probes'] as readonly JsonObject[];
  for (let kept = probes.length - 1; kept >= 0; kept--) {
    const fewer = { ...facts, probes: probes.slice(0, kept) };
    if (size(fewer) <= maxFactsLength) return fewer;
  }
  const fewest = {
    ...facts,
    probes: [],
    functions: [],
    examples: (facts['examples'] as readonly JsonObject[]).slice(0, 3),
  };
  return size(fewest) <= maxFactsLength
    ? fewest
    : { ...fewest, entry: null, undefinedNames: [], examples: [] };
}
