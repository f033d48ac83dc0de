import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeItem, type Task } from '../../../src/grader/item.js';
import { draftProblem } from '../../../src/roles/model/draft-check.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import type { PythonSandbox } from '../../../src/sandbox/python/python-sandbox.js';

let sandbox: PythonSandbox;
beforeAll(() => {
  sandbox = createPythonSandbox({ children: 1 });
});
afterAll(() => sandbox.close());

const task: Task = { id: 't', prompt: 'p', topic: 'x', reference: null, visible: {}, hidden: {} };
const members = ['an output', 'another'].map((output) => ({
  item: makeItem(task, output),
  facts: { n: output.length },
}));
const request = {
  cluster: { failureClass: 'crash', origin: 'miss' as const, members },
  usedNames: ['taken'],
  round: 1,
  draw: 'd',
};

it.each([
  ["def check(item):\n    return 'CLEAN'", null],
  ["def check(item, limit=3):\n    return 'DRAWBACK' if item['facts']['n'] > limit else 'CLEAN'", null],
  // An op may fail on some outputs; it is of use where it gives a verdict on one.
  ["def check(item):\n    return 'CLEAN' if item['facts']['n'] == 7 else item['no such key']", null],
  ['def check(item:\n    return 1', /does not parse/],
  ["def look(item):\n    return 'CLEAN'", /defines no function check/],
  ["def check():\n    return 'CLEAN'", /callable with one argument/],
  ["def check(item, other):\n    return 'CLEAN'", /callable with one argument/],
  ['def check(item):\n    return True', /something other than/],
  ["def check(item):\n    return item['no such key']", /check\(item\) raises KeyError/],
  ["1 / 0\ndef check(item):\n    return 'CLEAN'", /loading the source raises ZeroDivisionError/],
  ['def check(item):\n    while True:\n        pass', /check\(item\) raises StepLimitReached/],
  ["import os\ndef check(item):\n    return os.environ['HOME']", /raises|other than/],
])('%j', async (check, problem) => {
  const found = await draftProblem(
    { name: 'new_op', tier: 'static', description: 'd', check },
    request,
    sandbox,
  );
  if (problem === null) expect(found).toBe(null);
  else expect(found).toMatch(problem);
});
