import { afterAll, expect, it } from 'vitest';
import { dataPath } from '../../../src/data-folder.js';
import { readOps } from '../../../src/families/read-ops.js';
import { rootOf } from '../../../src/families/code/root.js';
import { makeCodeTask } from '../../../src/families/code/task.js';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import { makeItem, type Task } from '../../../src/grader/item.js';
import { runPythonCheck } from '../../../src/grading/python-checks.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import type { OpVerdict } from '../../../src/verdict.js';

const sandbox = createPythonSandbox({ children: 1 });
afterAll(() => sandbox.close());

const ops = readOps(dataPath('families', 'code', 'ops'), codeTaxonomy);

function task(topic: string, example: string): Task {
  return makeCodeTask({
    id: `test/${topic}`,
    prompt: 'Write a function.',
    topic,
    entryPoint: 'f',
    reference: 'def f(x): pass',
    examples: [example],
    inputs: ['(1,)'],
    comparison: { kind: 'exact' },
  });
}

const total = task('lists', 'assert f([1, 2]) == 3');
const days = task('dates', 'assert f(2) == 28');

const cases: Readonly<Record<string, readonly (readonly [OpVerdict, string, Task?])[]>> = {
  returns_not_print_only: [
    ['DRAWBACK', 'def f(x):\n  print(sum(x))'],
    ['CLEAN', 'def f(x):\n  print(x)\n  return sum(x)'],
    ['CLEAN', 'def f(x):\n  yield sum(x)'],
    ['ABSTAIN', 'def f(x):\n  pass'],
    ['ABSTAIN', 'f = lambda x: print(x)'],
  ],
  signature_mismatch: [
    ['DRAWBACK', 'def f(x, y):\n  return x'],
    ['DRAWBACK', 'def f():\n  return 1'],
    ['DRAWBACK', 'def f(x):\n  return sum(xs)'],
    ['CLEAN', 'def f(x, y=1, *z):\n  return x'],
    ['CLEAN', 'def f(*x):\n  return x'],
    ['ABSTAIN', 'f = sum'],
  ],
  missing_guard: [
    ['DRAWBACK', 'def f(x):\n  return max(x) + x[0]'],
    ['CLEAN', 'def f(x):\n  return max(x) if x else 0'],
    ['ABSTAIN', 'def f(x):\n  return sum(x)'],
    ['ABSTAIN', 'def f(x):\n  return max(x, default=0)'],
  ],
  loop_without_exit: [
    ['DRAWBACK', 'def f(x):\n  i = 0\n  while i < len(x):\n    j = i + 1\n  return j'],
    ['DRAWBACK', 'def f(x):\n  while True:\n    x = x[1:]'],
    ['CLEAN', 'def f(x):\n  i = 0\n  while i < 2:\n    i += 1\n  return 3'],
    ['CLEAN', 'def f(x):\n  while True:\n    return sum(x)'],
    ['CLEAN', 'def f(x):\n  while x:\n    y = x\n    y.pop()\n  return 3'],
    ['ABSTAIN', 'def f(x):\n  return sum(x)'],
  ],
  recursion_without_base_case: [
    ['DRAWBACK', 'def f(x):\n  return x[0] + f(x[1:])'],
    ['DRAWBACK', 'def f(x):\n  return 0 if x == 1 else f(x)'],
    ['CLEAN', 'def f(x):\n  return 0 if not x else x[0] + f(x[1:])'],
    ['ABSTAIN', 'def f(x):\n  return sum(x)'],
  ],
  calendar_by_hand: [
    ['DRAWBACK', 'def f(m):\n  return [31, 28, 31][m - 1]', days],
    ['CLEAN', 'import calendar\ndef f(m):\n  return min(31, calendar.monthrange(2023, m)[1])', days],
    ['CLEAN', 'def f(m, y=2023):\n  return 29 if y % 4 == 0 and (y % 100 or y % 400 == 0) else 28', days],
    ['CLEAN', 'def f(m):\n  return m', days],
    ['ABSTAIN', 'def f(x):\n  return 365'],
  ],
  spec_mismatch: [
    ['DRAWBACK', 'def f(x):\n  return sum(x) + 1'],
    ['DRAWBACK', 'def f(x):\n  raise ValueError'],
    ['CLEAN', 'def f(x):\n  return 3.0'],
    ['ABSTAIN', 'def f(x):\n  return 3', task('lists', 'assert len(f([1])) > f([2])')],
  ],
  crash: [
    ['DRAWBACK', 'def f(x):\n  return x[5]'],
    ['DRAWBACK', 'def f(x):\n  assert len(x) < 3'],
    ['CLEAN', 'def f(x):\n  return x[0]'],
    ['ABSTAIN', 'def f(x:'],
  ],
  mutates_argument: [
    ['DRAWBACK', 'def f(x):\n  x.append(1)\n  return 3'],
    ['CLEAN', 'def f(x):\n  x = x + [1]\n  return 3'],
    ['ABSTAIN', 'def f(m):\n  return 28', days],
    ['ABSTAIN', 'def f(x):\n  return 3', task('strings', 'assert f("[1]{2}") == 3')],
  ],
};

const python = ops.filter(({ check }) => check.kind === 'python');

it('has cases for every op that is run', () => {
  expect(Object.keys(cases).sort()).toEqual(python.map(({ name }) => name).sort());
});

it.each(python.map((op) => [op.name, op] as const))('%s says what it sees', async (name, op) => {
  const rows = cases[name] ?? [];
  const prepared = await Promise.all(
    rows.map(async ([, output, of = total]) => {
      const item = makeItem(of, output);
      return { item, root: await rootOf(item, sandbox) };
    }),
  );
  const findings = await runPythonCheck(sandbox, op.check.kind === 'python' ? op.check.source : '', prepared);
  expect(findings.map(({ verdict }, at) => [verdict, rows[at]?.[1]])).toEqual(
    rows.map(([verdict, output]) => [verdict, output]),
  );
  expect(findings.filter(({ reason }) => reason !== undefined && reason !== 'precondition')).toEqual([]);
});
