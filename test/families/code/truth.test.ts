import { afterAll, describe, expect, it } from 'vitest';
import { makeItem, type Task } from '../../../src/grader/item.js';
import { createCodeFamily } from '../../../src/families/code/family.js';
import { makeCodeTask, type CodeTaskParts } from '../../../src/families/code/task.js';
import type { Truth } from '../../../src/families/family.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';

const sandbox = createPythonSandbox({ children: 1 });
afterAll(() => sandbox.close());

function task(parts: Partial<CodeTaskParts> = {}): Task {
  return makeCodeTask({
    id: 'test/largest',
    prompt: 'Write a function to find the largest number; an empty list has none.',
    topic: 'lists',
    entryPoint: 'largest',
    reference: 'def largest(numbers):\n    if not numbers:\n        return None\n    return max(numbers)\n',
    examples: ['assert largest([1, 3, 2]) == 3'],
    inputs: ['([1, 3, 2],)', '([],)', '([5, 4],)', '([2, 9, 4, 9],)', '([-1, -2],)'],
    comparison: { kind: 'exact' },
    argumentsStay: true,
    timeLimitMs: 10_000,
    ...parts,
  });
}

async function judge(output: string, of: Task = task()): Promise<Truth> {
  const family = await createCodeFamily({ sandbox, tasks: [of] });
  return family.truth(makeItem(of, output));
}

/** The fields of a truth that tell how it was judged. */
async function verdict(output: string, of?: Task): Promise<readonly [string, string | null]> {
  const truth = await judge(output, of);
  return truth.outcome === 'scored' ? [truth.label, truth.failureClass] : [truth.outcome, truth.reason];
}

describe('truth', () => {
  it.each([
    ['PASS', null, 'def largest(xs):\n  return max(xs, default=None)'],
    ['PASS', null, 'largest = lambda xs: sorted(xs)[-1] if xs else None'],
    ['PASS', null, 'def largest(xs):\n  print("working")\n  return max(xs) if xs else None'],
    ['FAIL', 'dropped-guard', 'def largest(xs):\n  return max(xs)'],
    ['FAIL', 'mutated-input', 'def largest(xs):\n  xs.sort()\n  return xs[-1] if xs else None'],
    ['FAIL', 'print-instead-of-return', 'def largest(xs):\n  if xs: print(max(xs))'],
    ['FAIL', 'endless-loop', 'def largest(xs):\n  while xs: pass'],
    [
      'FAIL',
      'endless-loop',
      'def largest(xs):\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass',
    ],
    ['FAIL', 'endless-loop', 'while True: pass'],
    ['FAIL', 'wrong-signature', 'def largest(xs, ys):\n  return 1'],
    ['FAIL', 'wrong-signature', 'def biggest(xs):\n  return 1'],
    ['FAIL', 'wrong-signature', 'largest = 3'],
    ['FAIL', 'wrong-format', 'def largest(xs):\n  return [max(xs)] if xs else None'],
    ['FAIL', 'off-by-one', 'def largest(xs):\n  return max(xs) + 1 if xs else None'],
    ['FAIL', 'wrong-operator', 'def largest(xs):\n  return -max(xs) if xs else None'],
    ['FAIL', 'crash', 'def largest(xs):\n  raise SystemExit(0)'],
    ['FAIL', 'crash', 'def largest(xs:\n  return 1'],
    ['FAIL', 'crash', '```python\ndef largest(xs): return 1\n```'],
    ['FAIL', 'crash', 'import os\nos._exit(0)'],
  ])('is %s (%s) for %j', async (label, failureClass, output) => {
    expect(await verdict(output)).toEqual([label, failureClass]);
  });

  it.each([
    [
      'equals everything',
      'class E:\n  def __eq__(s, o): return True\n  def __hash__(s): return 0\ndef largest(xs): return E()',
    ],
    [
      'a list that equals everything',
      'class L(list):\n  def __eq__(s, o): return True\ndef largest(xs): return L()',
    ],
    [
      'patched builtins',
      'import builtins\nbuiltins.max = lambda *a: 3\nbuiltins.len = lambda x: 0\nbuiltins.isinstance = lambda *a: True\ndef largest(xs): return max(xs)',
    ],
    [
      'reaching into the driver',
      'import sys\ndef largest(xs):\n  f = sys._getframe()\n  while f:\n    f.f_globals["main"] = lambda p: {"broken": None, "calls": []}\n    f = f.f_back\n  return 0',
    ],
    [
      'a driver that answers for it',
      'import sys\nsys._getframe(1).f_globals["guarded"] = lambda *a: {"value": 3, "steps": 1}\ndef largest(xs): return 0',
    ],
    ['a step budget taken away', 'import sys\nsys.monitoring.free_tool_id(3)\ndef largest(xs): return 0'],
  ])('is not forged by %s', async (_name, output) => {
    expect((await verdict(output))[0]).toBe('FAIL');
  });

  it('tells what was observed without hidden inputs or expected values', async () => {
    const hidden = task({ inputs: ['(["k7q"],)', '(["z9x", "a"],)'], examples: [] });
    for (const output of [
      'def largest(xs):\n  return int(xs[0])',
      'def largest(xs):\n  return xs[0] + "!"',
      'def largest(xs):\n  raise KeyError(xs[0])',
    ]) {
      const text = JSON.stringify(await judge(output, hidden));
      expect(text).toContain('"FAIL"');
      expect(text).not.toMatch(/k7q|z9x/);
    }
    expect(await judge('def largest(xs):\n  return int(xs[0])', hidden)).toMatchObject({
      evidence: 'raised ValueError on 2 of 2 hidden inputs, all of them edge cases'.replace(
        ', all of them edge cases',
        '',
      ),
    });
  });

  it('takes second oracles, sets and changed arguments where the task allows them', async () => {
    const zero = task({ alternatives: ['def largest(numbers):\n    return 0\n'] });
    expect(await verdict('def largest(xs):\n  return 0', zero)).toEqual(['PASS', null]);
    expect(await verdict('def largest(xs):\n  return 1', zero)).toEqual(['FAIL', 'misread-spec']);
    const set = task({ reference: 'def largest(n):\n  return sorted(set(n))', comparison: { kind: 'set' } });
    expect(await verdict('def largest(xs):\n  return (x for x in xs)', set)).toEqual(['PASS', null]);
    const free = task({ argumentsStay: false });
    expect(await verdict('def largest(xs):\n  xs.sort()\n  return xs[-1] if xs else None', free)).toEqual([
      'PASS',
      null,
    ]);
    const sorting = task({ reference: 'def largest(n):\n  n.sort()\n  return n' });
    expect(await verdict('def largest(xs):\n  xs.sort()\n  return xs', sorting)).toEqual(['PASS', null]);
  });

  it('gives each call fresh arguments', async () => {
    const twice = task({
      inputs: ['([3, 1],)', '([3, 1],)'],
      argumentsStay: false,
      reference: 'def largest(n):\n  return n',
    });
    expect(await verdict('def largest(n):\n  n.append(0)\n  return n[:2]', twice)).toEqual(['PASS', null]);
  });

  it.each([
    ['it has no reference', { reference: undefined }],
    ['raises ValueError', { reference: 'def largest(n):\n  raise ValueError' }],
    ['more than a tenth of the time limit', { reference: 'def largest(n):\n  for i in range(10**6): pass' }],
    ['cannot be loaded', { reference: 'def largest(n' }],
    ['cannot be compared (function)', { reference: 'def largest(n):\n  return largest' }],
  ])('is unscored when %s', async (reason, { reference }) => {
    const broken = { ...task(), reference: reference ?? null };
    const [outcome, why] = await verdict('def largest(n): return 1', broken);
    expect(outcome).toBe('unscored');
    expect(why).toContain(reason);
  });
});
