import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataPath } from '../../../src/data-folder.js';
import { createCodeFamily } from '../../../src/families/code/family.js';
import { makeCodeTask } from '../../../src/families/code/task.js';
import type { Family, Truth } from '../../../src/families/family.js';
import { memoryCache } from '../../../src/grader/cache.js';
import { makeItem, type Item, type PreparedItem, type Task } from '../../../src/grader/item.js';
import type { OpFinding, OpSpec } from '../../../src/grader/op.js';
import { createGrading, type Grading } from '../../../src/grading/grading.js';
import { codeFaults } from '../../../src/roles/simulated/code/code-faults.js';
import { readDraftBank, type DraftTemplate } from '../../../src/roles/simulated/draft-bank.js';
import { maximumOutputs, type Catalogue, type Variant } from '../../../src/roles/simulated/fault-model.js';
import { createSimulatedRoles } from '../../../src/roles/simulated/simulated-roles.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import type { Roles } from '../../../src/roles/roles.js';
import { calibration, fits } from './fakes.js';

const sandbox = createPythonSandbox({ children: 1 });
const faults = codeFaults(sandbox);

/** Tasks as a user's file would bring them: two-space indentation, an import, a helper, a guard, no topic of ours. */
const foreignTasks: readonly Task[] = [
  makeCodeTask({
    id: 'Mbpp/9001',
    prompt:
      'Write a function to find the shared elements of two lists.\nassert shared([3, 4, 5], [5, 7, 4]) == (4, 5)',
    topic: 'lists',
    reference:
      'import math\ndef shared(first, second):\n  if not first or not second:\n    return ()\n  found = []\n  for x in first:\n    if x in second and x not in found:\n      found.append(x)\n  return tuple(sorted(found))\n',
    entryPoint: 'shared',
    examples: ['assert shared([3, 4, 5], [5, 7, 4]) == (4, 5)'],
    inputs: [
      '([3, 4, 5], [5, 7, 4])',
      '([], [1])',
      '([1], [])',
      '([2, 2, 1], [1, 2])',
      '([9, 8, 7], [7, 8, 9, 1])',
      '([1, 2], [3])',
    ],
    comparison: { kind: 'exact' },
  }),
  makeCodeTask({
    id: 'Mbpp/9002',
    prompt: 'Write a function to sum the digits of a number.\nassert digit_sum(345) == 12',
    topic: 'numbers',
    reference:
      'def split(n):\n  return [int(c) for c in str(abs(n))]\n\ndef digit_sum(n):\n  total = 0\n  digits = split(n)\n  for i in range(len(digits)):\n    total += digits[i]\n  return total\n',
    entryPoint: 'digit_sum',
    examples: ['assert digit_sum(345) == 12'],
    inputs: ['(345,)', '(0,)', '(-12,)', '(9,)', '(1000,)', '(87,)'],
    comparison: { kind: 'exact' },
  }),
];

let family: Family;
let grading: Grading;
let roles: Roles;
/** One catalogue for each class on two tasks of the pack, and all truths of their first two single faults. */
const written: { readonly failureClass: string; readonly task: Task; readonly catalogue: Catalogue }[] = [];
let wrongItems: { readonly failureClass: string; readonly prepared: PreparedItem; readonly truth: Truth }[] =
  [];
let rightItems: PreparedItem[] = [];

beforeAll(async () => {
  family = await createCodeFamily({
    sandbox,
    tasks: [...foreignTasks, ...(await createCodeFamily({ sandbox })).tasks],
  });
  const cache = memoryCache();
  roles = createSimulatedRoles({ family, sandbox, cache });
  grading = createGrading({ family, roles, sandbox, cache });
  const lists = family.tasks.filter(({ topic }) => ['lists', 'matrices', 'intervals'].includes(topic));
  for (const [at, failureClass] of family.taxonomy.entries()) {
    const tasks = [0, 19].map((step) => lists[(at * 7 + step) % lists.length] as Task);
    const found = await Promise.all(
      tasks.map((task) => faults.catalogue({ task, preference: [failureClass], slots: 1 })),
    );
    for (const [index, catalogue] of found.entries())
      written.push({ failureClass, task: tasks[index] as Task, catalogue });
  }
  const items = written.flatMap(({ failureClass, task, catalogue }) =>
    catalogue.variants
      .filter((variant) => variant.faults.length > 0)
      .slice(0, 2)
      .map((variant) => ({ failureClass, item: makeItem(task, variant.output) })),
  );
  const truths = await grading.truths(items.map(({ item }) => item));
  const prepared = await grading.prepare(items.map(({ item }) => item));
  wrongItems = items.map(({ failureClass }, index) => ({
    failureClass,
    prepared: prepared[index] as PreparedItem,
    truth: truths[index] as Truth,
  }));
  const plain = new Map(
    written.map(({ task, catalogue }): [string, Item] => [
      task.id,
      makeItem(task, catalogue.variants[0]?.output ?? ''),
    ]),
  );
  rightItems = [...(await grading.prepare([...plain.values()].slice(0, 12)))];
}, 60_000);

afterAll(() => sandbox.close());

function outputs(variants: readonly Variant[]): string[] {
  return variants.map(({ output }) => output);
}

async function failing(task: Task, variants: readonly Variant[]): Promise<number> {
  const truths = await grading.truths(variants.map(({ output }) => makeItem(task, output)));
  return truths.filter((truth) => truth.outcome === 'scored' && truth.label === 'FAIL').length;
}

describe('codeFaults', () => {
  it('writes programs that all parse, all differ, and are at most 64', async () => {
    for (const { task, catalogue } of written) {
      const texts = outputs(catalogue.variants);
      expect(texts.length).toBeLessThanOrEqual(maximumOutputs);
      const bare = texts.map((text) => text.replaceAll(/^#.*\n/gm, '').replaceAll(/^ *""".*"""\n/gm, ''));
      expect(new Set(bare).size, task.id).toBe(texts.length);
    }
    const parse =
      'import ast\ndef main(texts):\n    for text in texts:\n        ast.parse(text)\n    return len(texts)';
    const texts = written.flatMap(({ catalogue }) => outputs(catalogue.variants));
    expect(await sandbox.run({ driver: parse, payload: texts, timeoutMs: 20_000 })).toEqual({
      kind: 'value',
      value: texts.length,
    });
  });

  it('writes restylings that pass the hidden tests', async () => {
    const few = new Map(written.map((one) => [one.task.id, one])).values();
    for (const { task, catalogue } of [...few].slice(0, 3))
      expect(
        await failing(
          task,
          catalogue.variants.filter(({ faults: applied }) => applied.length === 0),
        ),
        task.id,
      ).toBe(0);
  });

  it('writes faults of every class of which most fail the hidden tests', () => {
    for (const failureClass of family.taxonomy) {
      const own = wrongItems.filter((one) => one.failureClass === failureClass);
      const failed = own.filter(({ truth }) => truth.outcome === 'scored' && truth.label === 'FAIL').length;
      expect(own.length, failureClass).toBeGreaterThanOrEqual(3);
      expect(failed / own.length, failureClass).toBeGreaterThanOrEqual(0.75);
    }
  });

  it('writes endless loops that are endless', () => {
    const own = wrongItems.filter(({ failureClass }) => failureClass === 'endless-loop');
    expect(
      own.every(({ truth }) => truth.outcome === 'scored' && truth.failureClass === 'endless-loop'),
    ).toBe(true);
  });

  it('tells which faults the visible examples do not show', async () => {
    const hidden = written
      .flatMap(({ task, catalogue }) =>
        catalogue.variants.filter(({ unseen }) => unseen).map(({ output }) => makeItem(task, output)),
      )
      .slice(0, 12);
    const prepared = await grading.prepare(hidden);
    expect(hidden.length).toBeGreaterThan(6);
    for (const { root } of prepared) {
      const examples = root.facts['examples'] as readonly { readonly holds: boolean | null }[];
      expect(examples.every(({ holds }) => holds === true)).toBe(true);
    }
  });

  it('writes pairs that hold both faults', async () => {
    const task = foreignTasks[0] as Task;
    const { classes, variants } = await faults.catalogue({
      task,
      preference: ['off-by-one', 'wrong-format'],
      slots: 2,
    });
    const pairs = variants.filter(({ faults: applied }) => applied.length === 2);
    expect(classes).toEqual(['off-by-one', 'wrong-format']);
    expect(pairs.length).toBeGreaterThan(0);
    expect(await failing(task, pairs)).toBe(pairs.length);
  });

  it.each(foreignTasks.map((task) => [task.id, task] as const))(
    'works unchanged on %s of a user’s file',
    async (_, task) => {
      const { classes, variants } = await faults.catalogue({
        task,
        preference: ['mutated-input', 'off-by-one', 'wrong-operator'],
        slots: 3,
      });
      expect(classes).toEqual(
        task.id === 'Mbpp/9001'
          ? ['mutated-input', 'off-by-one', 'wrong-operator']
          : ['off-by-one', 'wrong-operator'],
      );
      const [right, wrong] = [true, false].map((none) =>
        variants.filter(({ faults: applied }) => (applied.length === 0) === none),
      );
      expect(await failing(task, right ?? [])).toBe(0);
      expect((await failing(task, wrong ?? [])) / (wrong?.length ?? 0)).toBeGreaterThan(0.6);
    },
  );

  it('says what is wrong with a reference that it cannot read', async () => {
    const broken = { ...(foreignTasks[0] as Task), reference: 'x = 1' };
    const request = { preference: ['crash'], slots: 1 };
    await expect(faults.catalogue({ task: broken, ...request })).rejects.toThrow(
      /Mbpp\/9001.*defines no function/,
    );
    await expect(faults.catalogue({ task: { ...broken, reference: null }, ...request })).rejects.toThrow(
      /no reference/,
    );
  });
});

describe('createSimulatedRoles', () => {
  it('solves alike for equal draws, in another process too', async () => {
    const tasks = family.tasks.filter(({ id }) => /^code\/(lists|strings)\/[a-c]/.test(id)).slice(0, 3);
    const draws = Array.from({ length: 8 }, (_, draw) => `draw ${draw}`);
    const solveAll = (task: Task): Promise<string[]> =>
      Promise.all(draws.map((draw) => roles.solve({ task, skill: null, draw })));
    const here = await Promise.all(tasks.map(solveAll));
    const script = fileURLToPath(new URL('./solve-elsewhere.ts', import.meta.url));
    const there = execFileSync(
      process.execPath,
      ['--import', 'tsx', script, JSON.stringify({ ids: tasks.map(({ id }) => id), draws })],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(there)).toEqual(here);
    expect(new Set(here.flat()).size).toBeGreaterThan(tasks.length);
  });

  it('judges on the pack at the calibrated rates, and alike from an empty cache', async () => {
    const bare = family.seedOps.find(({ name }) => name === family.bareJudge);
    if (bare?.check.kind !== 'question') throw new Error('the bare judge asks no question');
    const { question } = bare.check;
    const ask = async (who: Roles, items: readonly Item[]): Promise<string[]> => {
      const found = await Promise.all(
        items.map((item) => who.judge({ question, failureClass: bare.failureClass, item, draw: '0' })),
      );
      return found.map(({ verdict }) => verdict);
    };
    const failed = wrongItems
      .filter(({ truth }) => truth.outcome === 'scored' && truth.label === 'FAIL')
      .map(({ prepared }) => prepared.item);
    const [onFailed, onRight] = [
      await ask(roles, failed),
      await ask(
        roles,
        rightItems.map(({ item }) => item),
      ),
    ];
    const yes = (verdicts: readonly string[]): number =>
      verdicts.filter((verdict) => verdict === 'DRAWBACK').length;
    expect(fits(yes(onFailed), onFailed.length, calibration.judge.bareSensitivity.value)).toBe(true);
    expect(fits(yes(onRight), onRight.length, calibration.judge.bareFalseAlarm.value)).toBe(true);
    const elsewhere = createSimulatedRoles({ family, sandbox });
    expect(await ask(elsewhere, failed.slice(0, 6))).toEqual(onFailed.slice(0, 6));
  });

  it('refuses a family for which there is no stand-in', () => {
    expect(() => createSimulatedRoles({ family: { ...family, name: 'mine' }, sandbox })).toThrow(
      /'mine' has no simulated roles/,
    );
  });

  it('carries its calibration, bank and seed in its version', () => {
    const versions = [
      createSimulatedRoles({ family, sandbox }),
      createSimulatedRoles({ family, sandbox, seed: 1 }),
      createSimulatedRoles({ family, sandbox, calibration: { ...calibration, about: 'other' } }),
    ].map(({ identity }) => identity.version);
    expect(new Set(versions).size).toBe(3);
    expect(createSimulatedRoles({ family, sandbox }).identity).toEqual({
      kind: 'simulated',
      name: 'simulated stand-in, not a language model',
      version: versions[0],
    });
  });
});

describe('the draft bank of the code family', () => {
  const bank = readDraftBank(dataPath('families', 'code', 'drafts'), [...faults.classes]);
  const findings = new Map<
    DraftTemplate,
    { readonly onWrong: readonly OpFinding[]; readonly onRight: readonly OpFinding[] }
  >();

  beforeAll(async () => {
    const templates = bank.templates.filter(({ tier }) => tier !== 'judge');
    const ops = templates.map((template): OpSpec => ({
      ...template,
      origin: 'miss',
      bornAt: 1,
      check: { kind: 'python', source: template.body },
    }));
    const rows = await grading.run(ops, [...wrongItems.map(({ prepared }) => prepared), ...rightItems]);
    for (const [index, template] of templates.entries()) {
      const row = rows[index] ?? [];
      findings.set(template, {
        onWrong: row.slice(0, wrongItems.length),
        onRight: row.slice(wrongItems.length),
      });
    }
  }, 60_000);

  const of = (
    kind: DraftTemplate['kind'],
  ): readonly (readonly [
    DraftTemplate,
    { readonly onWrong: readonly OpFinding[]; readonly onRight: readonly OpFinding[] },
  ])[] => [...findings].filter(([template]) => template.kind === kind);
  const share = (row: readonly OpFinding[], wanted: (finding: OpFinding) => boolean): number =>
    row.filter(wanted).length / row.length;
  const drawback = ({ verdict }: OpFinding): boolean => verdict === 'DRAWBACK';

  it('holds good drafts that run, seldom alarm on right programs, and find faults of most classes', () => {
    const found = new Set<string>();
    for (const [{ name, failureClass }, { onWrong, onRight }] of of('good')) {
      expect(
        share([...onWrong, ...onRight], ({ reason }) => reason !== undefined && reason !== 'precondition'),
        name,
      ).toBe(0);
      expect(share(onRight, drawback), name).toBeLessThanOrEqual(0.25);
      const own = onWrong.filter((_, index) => wrongItems[index]?.failureClass === failureClass);
      if (share(own, drawback) >= 0.5) found.add(failureClass);
    }
    expect(found.size).toBeGreaterThanOrEqual(7);
  });

  it('holds over-broad drafts that all alarm on right programs, on average on two in five', () => {
    const rates = of('over-broad').map(([, { onRight }]) => share(onRight, drawback));
    expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeGreaterThan(0.4);
    expect(Math.min(...rates)).toBeGreaterThan(0);
  });

  it('holds silent drafts that abstain nearly always, because their precondition is rare', () => {
    for (const [{ name }, { onWrong, onRight }] of of('silent'))
      expect(
        share([...onWrong, ...onRight], ({ reason }) => reason === 'precondition'),
        name,
      ).toBeGreaterThan(0.9);
  });

  it('holds broken drafts that never give a verdict', () => {
    const reasons = new Set<string | undefined>();
    for (const [{ name }, { onWrong, onRight }] of of('broken')) {
      expect(
        [...onWrong, ...onRight].every(({ reason }) => reason !== undefined && reason !== 'precondition'),
        name,
      ).toBe(true);
      for (const { reason } of onWrong) reasons.add(reason);
    }
    expect([...reasons].sort()).toEqual(['no-check', 'nonsense', 'raised']);
  });
});
