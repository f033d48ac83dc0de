import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isRight } from '../../src/families/code/comparison.js';
import { createCodeFamily } from '../../src/families/code/family.js';
import { loadCodeTaskFile } from '../../src/families/code/load-task-file.js';
import { runProgram } from '../../src/families/code/run.js';
import { codeHidden, codeVisible } from '../../src/families/code/task.js';
import { encodedSchema, keyOf } from '../../src/families/code/value.js';
import { makeItem, type Task } from '../../src/grader/item.js';
import { readJsonl } from '../../src/input/jsonl.js';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';
import type { PythonSandbox } from '../../src/sandbox/python/python-sandbox.js';
import type { DataCheck } from './check.js';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const assertsDriver = read('./asserts.py');
const publishedDriver = ['asserts.py', 'values.py'].map((file) => read(`../../src/families/code/python/${file}`)).join('\n') + read('./published.py');

/** References that use up memory or a generous time on the inputs of MBPP+. */
const exhausting = ['Mbpp/255', 'Mbpp/271', 'Mbpp/599'];
/** References that give other values on another engine: sizes of objects and the last digits of complex numbers. */
const engineDependent = ['Mbpp/590', 'Mbpp/596'];
const generousMs = 240_000;
/** Enough to see that these do not end: they would take minutes, or more memory than there is. */
const exhaustingMs = 5_000;

const publishedSchema = z.object({ inputs: z.array(z.string()), results: z.array(encodedSchema) });

async function withSandbox<T>(use: (sandbox: PythonSandbox) => Promise<T>): Promise<T> {
  const sandbox = createPythonSandbox();
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

interface SanitizedTask {
  readonly task_id: number;
  readonly code: string;
  readonly test_imports: readonly string[];
  readonly test_list: readonly string[];
}

const sanitizedAsserts: DataCheck = {
  name: 'sanitized MBPP: every reference passes its own asserts in the sandbox',
  needs: 'mbpp',
  run: async (folder) =>
    withSandbox(async (sandbox) => {
      const tasks = JSON.parse(readFileSync(join(folder, 'sanitized-mbpp.json'), 'utf8')) as readonly SanitizedTask[];
      const outcomes = await Promise.all(
        tasks.map(async ({ code, test_imports: imports, test_list: tests }) =>
          sandbox.run({ driver: assertsDriver, payload: { code, setup: imports.join('\n'), tests }, timeoutMs: generousMs }),
        ),
      );
      const failed = outcomes.flatMap((outcome, at) => (outcome.kind === 'value' ? [] : [`${tasks[at]?.task_id}: ${JSON.stringify(outcome)}`]));
      assert.deepEqual(failed, []);
      return [`${tasks.length} of ${tasks.length} references pass`];
    }),
};

/** Loads a file and asks for the truth of every reference. */
function truthOfReferences(file: string, counts: { tasks: number; unusable: readonly string[]; slow: readonly string[] }): DataCheck {
  return {
    name: `${file}: every reference that is fast enough passes`,
    needs: 'mbpp',
    run: async (folder) =>
      withSandbox(async (sandbox) => {
        const { tasks, unusable } = await loadCodeTaskFile(join(folder, file), { sandbox });
        const family = await createCodeFamily({ sandbox, tasks });
        const truths = await Promise.all(tasks.map(async (task) => family.truth(makeItem(task, task.reference ?? ''))));
        const failed = truths.flatMap((truth, at) => (truth.outcome === 'scored' && truth.label === 'FAIL' ? [`${tasks[at]?.id}: ${truth.evidence}`] : []));
        const unscored = truths.flatMap((truth, at) => (truth.outcome === 'unscored' ? [`${tasks[at]?.id} ${truth.reason}`] : []));
        assert.deepEqual(failed, []);
        assert.equal(tasks.length + unusable.length, counts.tasks);
        assert.deepEqual(unusable.map(({ id }) => id), counts.unusable);
        assert.deepEqual(unscored.map((line) => line.split(' ')[0]).filter((id) => !counts.slow.includes(id ?? '')), []);
        return [
          `${tasks.length - unscored.length} of ${counts.tasks} pass; ${unscored.length} unscored; ${unusable.length} unusable`,
          ...unscored,
          ...unusable.map(({ id, reason }) => `${id} ${reason}`),
        ];
      }),
  };
}

const restoration: DataCheck = {
  name: 'MBPP+: inputs restored from JSON are the literals of the release',
  needs: 'mbpp',
  run: async (folder) =>
    withSandbox(async (sandbox) => {
      const [json, literal] = await Promise.all(
        ['MbppPlus-v0.2.0.jsonl.gz', 'MbppPlus-OriginFmt-v0.2.0.jsonl.gz'].map(async (file) => loadCodeTaskFile(join(folder, file), { sandbox })),
      );
      const restored = new Map(json?.tasks.map((task) => [task.id, new Set(codeHidden(task).inputs)]));
      const different = (literal?.tasks ?? []).filter((task) => !codeHidden(task).inputs.every((input) => restored.get(task.id)?.has(input)));
      // The signs of zeros in complex numbers are lost in a literal.
      assert.deepEqual(different.map(({ id }) => id), ['Mbpp/124', 'Mbpp/252']);
      const count = [...restored.values()].reduce((sum, inputs) => sum + inputs.size, 0);
      return [`${restored.size} tasks, ${count} different inputs; only signs of complex zeros differ (Mbpp/124, Mbpp/252)`];
    }),
};

const publishedResults: DataCheck = {
  name: 'MBPP+: every reference runs on every input and gives the published results',
  needs: 'mbpp',
  run: async (folder) =>
    withSandbox(async (sandbox) => {
      const { tasks } = await loadCodeTaskFile(join(folder, 'MbppPlus-v0.2.0.jsonl.gz'), { sandbox });
      const scripts = new Map(readJsonl(join(folder, 'MbppPlus-OriginFmt-v0.2.0.jsonl.gz')).map(({ value }) => [`Mbpp/${String(value['task_id'] as number)}`, value['test'] as string]));
      // The slowest first, so that they do not wait for each other at the end.
      const order = [...tasks].sort((a, b) => Number(exhausting.includes(b.id)) - Number(exhausting.includes(a.id)));
      const found = await Promise.all(order.map(async (task) => compareWithPublished(sandbox, task, scripts.get(task.id) ?? '')));
      const lines = found.filter((line) => line !== null);
      const known = [...exhausting, ...engineDependent];
      assert.deepEqual(lines.filter((line) => !known.includes(line.split(' ')[0] ?? '')), []);
      return [`${tasks.length - lines.length} of ${tasks.length} pass`, ...lines];
    }),
};

/** Runs a reference on all inputs, uncounted, and compares with what the release's script says; null when all agree. */
async function compareWithPublished(sandbox: PythonSandbox, task: Task, test: string): Promise<string | null> {
  const { inputs, setup, comparison } = codeHidden(task);
  const [run, script] = await Promise.all([
    runProgram(sandbox, {
      source: task.reference ?? '',
      entryPoint: codeVisible(task).entryPoint,
      inputs,
      stepLimits: null,
      runSteps: 0,
      setup,
      unroll: comparison.kind === 'set',
      timeLimitMs: exhausting.includes(task.id) ? exhaustingMs : generousMs,
    }),
    sandbox.run({ driver: publishedDriver, payload: { test }, timeoutMs: generousMs }),
  ]);
  if (run.kind !== 'ran') return `${task.id} ${run.kind}`;
  if (run.broken !== null) return `${task.id} ${JSON.stringify(run.broken)}`;
  const published = publishedSchema.parse(script.kind === 'value' ? script.value : null);
  const results = new Map(published.results.map((result, at) => [published.inputs[at], result]));
  let wrong = 0;
  for (const [at, { value, raised }] of run.calls.entries()) {
    if (raised !== undefined || value === undefined) return `${task.id} raised ${raised?.join(': ')} on input ${at}`;
    const expected = results.get(inputs[at] ?? '');
    // A value that is too large to be returned is not compared; such results are not published either.
    if (expected !== undefined && (keyOf(value) !== undefined || comparison.kind === 'not-none') && !isRight(value, expected, comparison)) wrong++;
  }
  return wrong === 0 ? null : `${task.id} differs from the published results on ${wrong} of ${run.calls.length} inputs`;
}

/** References that take more than a tenth of the limits (decision 025). */
const slow: readonly string[] = ['Mbpp/123'];
const slowOnPlus: readonly string[] = [
  67, 84, 96, 123, 126, 162, 239, 247, 255, 256, 271, 300, 389, 392, 453, 583, 589, 592, 599, 603, 605, 608, 630, 745, 781,
].map((number) => `Mbpp/${number}`);

export const checks: readonly DataCheck[] = [
  sanitizedAsserts,
  truthOfReferences('sanitized-mbpp.json', { tasks: 427, unusable: [], slow }),
  truthOfReferences('mbpp.jsonl', { tasks: 974, unusable: ['Mbpp/367', 'Mbpp/601', 'Mbpp/912', 'Mbpp/927'], slow }),
  truthOfReferences('MbppPlus-v0.2.0.jsonl.gz', { tasks: 378, unusable: [], slow: slowOnPlus }),
  restoration,
  publishedResults,
];
