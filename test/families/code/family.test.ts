import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCodeFamily } from '../../../src/families/code/family.js';
import { loadCodeTasks } from '../../../src/families/code/load-tasks.js';
import { readOps } from '../../../src/families/read-ops.js';
import { codeHidden, codeVisible, makeCodeTask } from '../../../src/families/code/task.js';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import { topicOf } from '../../../src/families/code/topics.js';
import { makeItem } from '../../../src/grader/item.js';
import { parseExpression } from '../../../src/grader/parse-expression.js';
import type { PythonJob, PythonOutcome, PythonSandbox } from '../../../src/sandbox/python/python-sandbox.js';

/** A sandbox that answers as told, to see what a family makes of it. */
function toldSandbox(
  answer: (job: PythonJob) => PythonOutcome,
  engine = 'told 1',
): PythonSandbox & { readonly jobs: PythonJob[] } {
  const jobs: PythonJob[] = [];
  return {
    jobs,
    engine,
    run: async (job) => {
      jobs.push(job);
      return answer(job);
    },
    inspect: async () => ({ engine, walls: [], reset: 'respawn' }),
    close: async () => undefined,
  };
}

const dead: PythonOutcome = { kind: 'infrastructure', message: 'the child could not start' };
const returned = (...values: readonly number[]): PythonOutcome => ({
  kind: 'value',
  value: { broken: null, calls: values.map((value) => ({ value, steps: 3 })) },
});

const task = makeCodeTask({
  id: 'test/double',
  prompt: 'Write a function to double a number.',
  topic: 'numbers',
  entryPoint: 'double',
  reference: 'REFERENCE',
  examples: [],
  inputs: ['(1,)', '(2,)'],
  comparison: { kind: 'exact' },
});

describe('createCodeFamily', () => {
  it('is made of the embedded pack and ten seed ops', async () => {
    const family = await createCodeFamily({ sandbox: toldSandbox(() => dead) });
    expect(family).toMatchObject({
      name: 'code',
      consensusWeight: 1,
      splitSizes: { train: 60, dev: 10, test: 40, untouched: 40 },
      screened: true,
      auditItemsPerTask: 1,
      bareJudge: 'output_is_wrong',
    });
    expect(family.tasks.length).toBeGreaterThanOrEqual(200);
    expect(family.seedOps).toHaveLength(10);
    expect(new Set(family.seedOps.map(({ tier }) => tier))).toEqual(
      new Set(['static', 'execution', 'judge']),
    );
    expect(family.seedOps.find(({ name }) => name === family.bareJudge)?.check.kind).toBe('question');
    const names = family.seedOps.map(({ name }) => name);
    const hand = JSON.stringify(parseExpression(family.handSeed));
    expect(names.filter((name) => hand.includes(`"${name}"`))).toHaveLength(7);
    expect(new Set([...family.seedOps.map(({ failureClass }) => failureClass), ...codeTaxonomy])).toEqual(
      new Set(codeTaxonomy),
    );
  });

  it('changes its version with tasks and engine, and with nothing else', async () => {
    const version = async (tasks: readonly (typeof task)[], engine?: string): Promise<string> =>
      (await createCodeFamily({ sandbox: toldSandbox(() => dead, engine), tasks })).version;
    const first = await version([task]);
    expect(await version([{ ...task }])).toBe(first);
    expect(await version([{ ...task, prompt: 'Write a function to treble a number.' }])).not.toBe(first);
    expect(await version([task], 'told 2')).not.toBe(first);
  });

  it('never shows a program what is right, and runs each reference once', async () => {
    const sandbox = toldSandbox(({ payload }) =>
      JSON.stringify(payload).includes('REFERENCE') ? returned(2, 4) : returned(2, 5),
    );
    const family = await createCodeFamily({ sandbox, tasks: [task] });
    const truths = await Promise.all(
      ['one', 'two', 'three'].map((output) => family.truth(makeItem(task, output))),
    );
    expect(truths).toMatchObject([
      { label: 'FAIL' },
      { label: 'FAIL' },
      { label: 'FAIL', failureClass: 'off-by-one', details: { right: 1, wrong: 1 } },
    ]);
    const payloads = sandbox.jobs.map((job) => JSON.stringify(job.payload));
    expect(payloads.filter((payload) => payload.includes('REFERENCE'))).toHaveLength(1);
    expect(payloads.filter((payload) => !payload.includes('REFERENCE'))).toHaveLength(3);
    expect(payloads.some((payload) => /expected|returned/.test(payload))).toBe(false);
  });

  it('gives a call twenty times the steps of the reference, and no fewer than the floor', async () => {
    const sandbox = toldSandbox(() => ({
      kind: 'value',
      value: {
        broken: null,
        calls: [
          { value: 1, steps: 3 },
          { value: 1, steps: 40_000 },
        ],
      },
    }));
    const family = await createCodeFamily({ sandbox, tasks: [task] });
    await family.truth(makeItem(task, 'one'));
    expect(sandbox.jobs.map(({ payload }) => (payload as { stepLimits: unknown }).stepLimits)).toEqual([
      [100_000, 100_000],
      [100_000, 800_000],
    ]);
  });

  it('leaves outputs unscored when the sandbox fails, and asks again', async () => {
    let working = false;
    const sandbox = toldSandbox(() => (working ? returned(2, 4) : dead));
    const family = await createCodeFamily({ sandbox, tasks: [task] });
    const item = makeItem(task, 'one');
    expect(await family.truth(item)).toEqual({ outcome: 'unscored', reason: 'the child could not start' });
    await expect(family.root(item)).rejects.toMatchObject({ code: 'sandbox' });
    working = true;
    expect(await family.truth(item)).toMatchObject({
      label: 'PASS',
      score: 1,
      evidence: 'right on all 2 hidden inputs',
    });
  });

  it('marks what the clock decided, and takes nonsense for a fault of the program', async () => {
    const answers: PythonOutcome[] = [
      { kind: 'timed-out' },
      { kind: 'out-of-memory' },
      { kind: 'raised', type: 'OSError', message: '' },
      { kind: 'value', value: 7 },
    ];
    for (const answer of answers) {
      const sandbox = toldSandbox(({ payload }) =>
        JSON.stringify(payload).includes('REFERENCE') ? returned(2, 4) : answer,
      );
      const truth = await (await createCodeFamily({ sandbox, tasks: [task] })).truth(makeItem(task, 'one'));
      expect(truth).toMatchObject({ outcome: 'scored', label: 'FAIL' });
      expect('timedOut' in truth).toBe(answer.kind === 'timed-out');
    }
  });

  it('refuses tasks of another family', async () => {
    const family = await createCodeFamily({
      sandbox: toldSandbox(() => dead),
      tasks: [{ ...task, hidden: {} }],
    });
    await expect(family.truth(makeItem(family.tasks[0] as never, 'x'))).rejects.toMatchObject({
      code: 'bad-input',
    });
  });
});

it('adds the contract of the pack to its tasks', () => {
  const tasks = loadCodeTasks();
  expect(new Set(tasks.map((one) => codeVisible(one).contract)).size).toBe(1);
  expect(tasks.every((one) => codeHidden(one).argumentsStay)).toBe(true);
  expect(tasks.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id).sort());
});

it.each([
  ['Write a function to reverse the words of a string.', 'strings'],
  ['Write a function to transpose a matrix.', 'matrices'],
  ['Write a function to find the area of a circle.', 'numbers'],
  ['Write a function to merge two dictionaries.', 'dicts'],
])('sorts %j under %s', (prompt, topic) => {
  expect(topicOf(prompt)).toBe(topic);
});

it('refuses op files with a bad header, all at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-ops-'));
  const header = '# failure class: crash\n# tier: static\n# description: finds it\n';
  writeFileSync(join(folder, 'fine.py'), `${header}def check(item):\n    return 'CLEAN'\n`);
  writeFileSync(join(folder, 'no_check.py'), `${header}def chekc(item):\n    return 'CLEAN'\n`);
  writeFileSync(join(folder, 'no_header.py'), "def check(item):\n    return 'CLEAN'\n");
  writeFileSync(
    join(folder, 'odd.py'),
    `# failure class: crush\n# tier: judge\n# description: x\n#   and more\ndef check(item): pass\n`,
  );
  writeFileSync(
    join(folder, 'question.md'),
    '---\nfailure class: crash\ntier: judge\ndescription: asks\n---\n\n',
  );
  writeFileSync(join(folder, 'notes.txt'), 'passed over');
  let message = '';
  try {
    readOps(folder, codeTaxonomy);
  } catch (thrown) {
    message = (thrown as Error).message;
  }
  rmSync(folder, { recursive: true });
  expect(message.split('\n')).toEqual([
    'no_check.py: defines no check(item)',
    "no_header.py: the header has no 'failure class'",
    "no_header.py: the header has no 'tier'",
    "no_header.py: the header has no 'description'",
    "odd.py: unknown failure class 'crush'; did you mean 'crash'?",
    "odd.py: a .py op is 'static' or 'execution', a .md op is 'judge'",
    'question.md: asks no question',
  ]);
});
