// Mutation score of the code pack: real faults of the references, written by the simulated solver's own mutators, judged by the
// family's own truth in the real sandbox. A survivor that also agrees with its reference on many fresh inputs is presumed to be
// no fault at all; the score is printed with and without those.
//
//   npx tsx scripts/measure-code-pack.ts [part of a task id] [--fresh 1500]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { codeTaxonomy } from '../src/families/code/taxonomy.js';
import { loadCodeTasks } from '../src/families/code/load-tasks.js';
import { runReference, type ReferenceResults } from '../src/families/code/reference.js';
import { codeHidden, codeVisible } from '../src/families/code/task.js';
import { truthOf } from '../src/families/code/truth.js';
import { makeItem, type Task } from '../src/grader/item.js';
import type { Json } from '../src/json.js';
import { codeFaults } from '../src/roles/simulated/code/code-faults.js';
import type { Variant } from '../src/roles/simulated/fault-model.js';
import { createPythonSandbox } from '../src/sandbox/python/pool.js';

/** Hidden inputs come in dozens; as many fresh ones are judged at once, so that a reference stays within its step limit. */
const batch = 50;

interface Survivor {
  readonly task: string;
  readonly variant: Variant;
  /** A fresh input, allowed by the prompt, on which the variant is wrong; null when none was found. */
  readonly caughtBy: string | null;
}

interface Measured {
  readonly task: Task;
  readonly mutants: number;
  readonly survivors: readonly Survivor[];
  readonly restylings: number;
  readonly failedRestylings: readonly Variant[];
  readonly fresh: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fresh: { type: 'string', default: '1500' } },
});
const wanted = Number(values.fresh);
if (!Number.isInteger(wanted) || wanted < 0)
  throw new Error(`--fresh ${values.fresh}: expected a whole number of inputs`);

const sandbox = createPythonSandbox();
const faults = codeFaults(sandbox);
const neighbours = readFileSync(new URL('./code-pack/neighbours.py', import.meta.url), 'utf8');
const domains = JSON.parse(
  readFileSync(new URL('./code-pack/domains.json', import.meta.url), 'utf8'),
) as Partial<Record<string, { readonly domain?: string; readonly characters?: string }>>;

/** Whether an output passes a task whose reference results are known. */
async function passes(
  task: Task,
  output: string,
  referenceOf: (task: Task) => Promise<ReferenceResults>,
): Promise<boolean> {
  const truth = await truthOf(makeItem(task, output), { sandbox, referenceOf });
  if (truth.outcome === 'unscored') throw new Error(`${task.id}: ${truth.reason}`);
  return truth.label === 'PASS';
}

/** Runs the reference of each task object once. */
function remembered(): (task: Task) => Promise<ReferenceResults> {
  const known = new Map<Task, Promise<ReferenceResults>>();
  return (task) => {
    const results = known.get(task) ?? runReference(sandbox, task);
    known.set(task, results);
    return results;
  };
}

/** Every single fault that the solver can write for a task, and its restylings, which are right. */
async function variantsOf(task: Task): Promise<{ mutants: Variant[]; restylings: Variant[] }> {
  const mutants = new Map<string, Variant>();
  const restylings = new Map<string, Variant>();
  for (const failure of codeTaxonomy) {
    const { variants } = await faults.catalogue({ task, preference: [failure], slots: 1 });
    for (const variant of variants)
      (variant.faults.length === 0 ? restylings : mutants).set(variant.output, variant);
  }
  for (const output of restylings.keys()) mutants.delete(output);
  return { mutants: [...mutants.values()], restylings: [...restylings.values()] };
}

/** Copies of a task with fresh inputs in place of its hidden ones. */
async function freshTasks(task: Task): Promise<Task[]> {
  const { domain = 'True', characters = '' } = domains[task.id] ?? {};
  const { inputs } = codeHidden(task);
  const payload: Json = {
    reference: task.reference,
    entryPoint: codeVisible(task).entryPoint,
    inputs,
    domain,
    characters,
    count: wanted,
    seed: task.id,
  };
  const outcome = await sandbox.run({ driver: neighbours, payload, timeoutMs: 120_000 });
  if (outcome.kind !== 'value') throw new Error(`${task.id}: no fresh inputs (${JSON.stringify(outcome)})`);
  const fresh = outcome.value as readonly string[];
  return Array.from({ length: Math.ceil(fresh.length / batch) }, (_unused, at) => ({
    ...task,
    hidden: { ...task.hidden, inputs: fresh.slice(at * batch, (at + 1) * batch) },
  }));
}

/** The first fresh input on which a variant is wrong, found in the first batch that it fails; null when it passes them all. */
async function caughtBy(
  variant: Variant,
  batches: readonly Task[],
  referenceOf: (task: Task) => Promise<ReferenceResults>,
): Promise<string | null> {
  for (const task of batches) {
    if (await passes(task, variant.output, referenceOf)) continue;
    for (const input of codeHidden(task).inputs) {
      const single = { ...task, hidden: { ...task.hidden, inputs: [input] } };
      if (!(await passes(single, variant.output, referenceOf))) return input;
    }
    return 'several inputs together';
  }
  return null;
}

async function measure(task: Task): Promise<Measured> {
  const referenceOf = remembered();
  const { mutants, restylings } = await variantsOf(task);
  const pass = async (variant: Variant): Promise<boolean> => passes(task, variant.output, referenceOf);
  const verdicts = await Promise.all(mutants.map(pass));
  const surviving = mutants.filter((_variant, at) => verdicts[at]);
  const right = await Promise.all(restylings.map(pass));
  const batches = surviving.length > 0 && wanted > 0 ? await freshTasks(task) : [];
  const survivors = await Promise.all(
    surviving.map(async (variant) => ({
      task: task.id,
      variant,
      caughtBy: await caughtBy(variant, batches, referenceOf),
    })),
  );
  return {
    task,
    mutants: mutants.length,
    survivors,
    restylings: restylings.length,
    failedRestylings: restylings.filter((_variant, at) => right[at] === false),
    fresh: batches.reduce((sum, one) => sum + codeHidden(one).inputs.length, 0),
  };
}

/** The edits of a fault, and the input that shows it. */
function described({ variant, caughtBy: input }: Survivor): string {
  return `${variant.faults.join('+')}: ${variant.edits.join(', ')}${input === null ? '' : `  ← wrong on ${input}`}`;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;

function row(name: string, measured: readonly Measured[]): string {
  const sum = (count: (one: Measured) => number): number =>
    measured.reduce((total, one) => total + count(one), 0);
  const inputs = sum(({ task }) => codeHidden(task).inputs.length);
  const mutants = sum((one) => one.mutants);
  const survivors = sum((one) => one.survivors.length);
  const equivalent = sum((one) => one.survivors.filter(({ caughtBy: input }) => input === null).length);
  const killed = mutants - survivors;
  const cells = [measured.length, inputs, mutants, killed, equivalent, survivors - equivalent];
  return `| ${[name, ...cells, percent(killed, mutants), percent(killed, mutants - equivalent)].join(' | ')} |`;
}

const tasks = loadCodeTasks().filter(({ id }) => id.includes(positionals[0] ?? ''));
const measured: Measured[] = [];
for (const task of tasks) {
  measured.push(await measure(task));
  if (process.stderr.isTTY) process.stderr.write(`\r${measured.length}/${tasks.length} `);
}
await sandbox.close();

console.log(`Engine: ${sandbox.engine}; at most ${wanted} fresh inputs for a task with survivors.\n`);
console.log(
  '| topic | tasks | hidden inputs | mutants | killed | presumed equivalent | missed | score | score without equivalents |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const topic of [...new Set(tasks.map((task) => task.topic))].sort()) {
  console.log(
    row(
      topic,
      measured.filter(({ task }) => task.topic === topic),
    ),
  );
}
console.log(row('all', measured));
const restylings = measured.reduce((total, one) => total + one.restylings, 0);
const failed = measured.flatMap(({ task, failedRestylings }) =>
  failedRestylings.map((one) => `${task.id} ${one.edits.join(', ')}`),
);
console.log(`\nRestylings of the references that pass: ${restylings - failed.length} of ${restylings}.`);
for (const one of failed) console.log(`- ${one}`);
for (const [title, kept] of [
  ['Missed: wrong on an input that the hidden tests do not hold', (one: Survivor) => one.caughtBy !== null],
  ['Presumed equivalent: right on all hidden and all fresh inputs', (one: Survivor) => one.caughtBy === null],
] as const) {
  console.log(`\n${title}`);
  for (const { task, survivors } of measured) {
    for (const survivor of survivors.filter(kept)) console.log(`- ${task.id} ${described(survivor)}`);
  }
}
