import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PawlError } from '../../../errors.js';
import { codeHidden, codeVisible } from '../../../families/code/task.js';
import { codeTaxonomy } from '../../../families/code/taxonomy.js';
import type { Task } from '../../../grader/item.js';
import { contentHash, sha256 } from '../../../hash.js';
import type { PythonSandbox } from '../../../sandbox/python/python-sandbox.js';
import { stepBudgetSource } from '../../../sandbox/python/step-budget.js';
import { maximumOutputs, type Catalogue, type FaultModel } from '../fault-model.js';

/** The parts of the driver, in the order in which they build on each other. */
const parts = [
  'program',
  'examples',
  'kinds',
  'faults_interface',
  'faults_conditions',
  'faults_reading',
  'faults_running',
  'restyle',
  'catalogue',
];
const driver: string = [
  stepBudgetSource,
  ...parts.map((part) => readFileSync(new URL(`./python/${part}.py`, import.meta.url), 'utf8')),
].join('\n\n');

/** How many variants of each sort a catalogue holds; three classes at the most give 6 + 18 + 9. */
const limits = { restylings: 6, singles: 6, endless: 2, pairs: 3, total: maximumOutputs };

/** Wall-clock limit for one catalogue: a fraction of a second for an MBPP program, so this is an infrastructure limit. */
const timeoutMs = 30_000;

/** Hidden inputs from which the kinds of the parameters are read; long ones tell no more. */
const samples = 3;
const sampleLength = 2_000;

const catalogueSchema = z.object({
  classes: z.array(z.string()),
  variants: z
    .array(
      z.object({
        output: z.string(),
        faults: z.array(z.string()),
        edits: z.array(z.string()),
        unseen: z.boolean(),
      }),
    )
    .min(1)
    .max(maximumOutputs),
});

/**
 * Faults of Python programs: real edits of the reference's syntax tree (Python's own `ast`), in the sandbox. Programs are run
 * on the visible examples only, to tell which faults these show. Works on any task whose reference defines its function at the top level, MBPP+ included.
 */
export function codeFaults(sandbox: PythonSandbox): FaultModel {
  return {
    version: contentHash([sha256(driver), limits, sandbox.engine]),
    classes: codeTaxonomy,
    catalogue: async ({ task, preference, slots }): Promise<Catalogue> => {
      const { entryPoint, examples } = codeVisible(task);
      const { inputs, setup } = codeHidden(task);
      const payload = {
        id: task.id,
        reference: referenceOf(task),
        entryPoint,
        examples: [task.prompt, ...examples],
        samples: inputs.filter((input) => input.length <= sampleLength).slice(0, samples),
        asserts: examples,
        setup,
        sentence: firstSentence(task.prompt),
        preference,
        slots,
        limits,
      };
      const outcome = await sandbox.run({ driver, payload, timeoutMs });
      if (outcome.kind === 'value') {
        const parsed = catalogueSchema.safeParse(outcome.value);
        if (parsed.success) return parsed.data;
        throw new PawlError(
          'sandbox',
          `task '${task.id}': the fault driver returned no catalogue: ${z.prettifyError(parsed.error)}`,
        );
      }
      if (outcome.kind === 'raised') {
        throw new PawlError(
          'bad-input',
          `task '${task.id}': its reference cannot be mutated (${outcome.type}: ${outcome.message})`,
          {
            hint: 'the reference must be Python that parses and defines the asked function at the top level',
          },
        );
      }
      const why = outcome.kind === 'infrastructure' ? outcome.message : outcome.kind;
      throw new PawlError('sandbox', `task '${task.id}': no variants were written (${why})`);
    },
  };
}

function referenceOf(task: Task): string {
  if (task.reference === null) {
    throw new PawlError(
      'bad-input',
      `task '${task.id}' has no reference, and the simulated solver writes variants of references`,
      {
        hint: 'add a reference to the task, or solve it with a model',
      },
    );
  }
  return task.reference;
}

/** The prompt's first line as a docstring would have it. */
function firstSentence(prompt: string): string {
  const line = prompt.split('\n').find((one) => one.trim() !== '') ?? '';
  return (/^.*?[.!?](?=\s|$)/.exec(line.trim())?.[0] ?? line.trim()).replaceAll(/[\\"]/g, '').slice(0, 200);
}
