import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/json.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import { stepBudgetSource } from '../../../src/sandbox/python/step-budget.js';
import { warm, warmMs } from './programs.js';

const sandbox = createPythonSandbox({ children: 1 });
beforeAll(() => warm(sandbox), warmMs);
afterAll(() => sandbox.close());

/** Runs `f` of a program under a budget, and says how it ended and how many steps it took. */
const driver = `${stepBudgetSource}
def main(payload):
    names = {"__name__": "program"}
    exec(compile(payload["source"], "<program>", "exec"), names)
    budget = StepBudget()
    ends = []
    for limit in payload["limits"]:
        try:
            ends.append([budget.run(limit, names["f"]), budget.steps])
        except StepLimitReached:
            ends.append(["stopped", budget.steps])
        except BaseException as error:
            ends.append([type(error).__name__, budget.steps])
    return ends
`;

async function ends(source: string, ...limits: readonly number[]): Promise<Json> {
  const outcome = await sandbox.run({ driver, payload: { source, limits }, timeoutMs: 20_000 });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

describe('StepBudget', () => {
  it.each<[string, string, Json, number]>([
    ['no loop', 'def f(): return 1', 1, 0],
    ['ten turns', 'def f():\n    for _ in range(10): pass', null, 10],
    ['a while loop', 'def f():\n    n = 0\n    while n < 7: n += 1\n    return n', 7, 7],
    ['turns that are skipped', 'def f():\n    for n in range(6):\n        if n % 2: continue', null, 6],
    ['a comprehension', 'def f(): return [n for n in range(4)]', [0, 1, 2, 3], 4],
    ['five calls', 'def g(): pass\ndef f():\n    g(); g(); g(); g(); g()', null, 5],
    ['calls from C', 'def f(): return sorted([3, 1, 2], key=lambda n: n)', [1, 2, 3], 3],
    ['recursion', 'def g(n): return n and g(n - 1)\ndef f(): return g(20)', 0, 21],
    ['work inside C', 'def f(): return sum(range(100000))', 4999950000, 0],
  ])('counts %s', async (_name, source, value, steps) => {
    expect(await ends(source, steps)).toEqual([[value, steps]]);
    if (steps > 0) expect(await ends(source, steps - 1)).toEqual([['stopped', steps]]);
  });

  it('counts the same again, and each run anew', async () => {
    const source = 'def g():\n    for n in range(50): yield n\ndef f(): return sum(g())';
    const [[value, steps]] = (await ends(source, 10_000)) as [[number, number]];
    expect(value).toBe(1225);
    expect(steps).toBeGreaterThan(50);
    expect(await ends(source, steps, 10, steps, steps - 1)).toEqual([
      [1225, steps],
      ['stopped', 11],
      [1225, steps],
      ['stopped', steps],
    ]);
  });

  it.each([
    ['an endless loop', 'def f():\n    while True: pass'],
    ['an endless generator', 'def g():\n    while True: yield 1\ndef f(): return sum(g())'],
    [
      'endless recursion that is caught',
      'def f():\n    while True:\n        try: f()\n        except Exception: pass',
    ],
    [
      'catching it inside',
      'def f():\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass',
    ],
    [
      'catching it and going on',
      'def f():\n    while True:\n        try:\n            while True: pass\n        except BaseException: continue',
    ],
    [
      'a finally that goes on',
      'def f():\n    while True:\n        try:\n            while True: pass\n        finally: continue',
    ],
    [
      'catching it by calling again',
      'def f():\n    try:\n        while True: pass\n    except BaseException: f()',
    ],
    [
      'swallowing it in a with',
      'class W:\n    def __enter__(self): pass\n    def __exit__(self, *_): return True\ndef f():\n    while True:\n        with W():\n            while True: pass',
    ],
    ['loops in code made while it runs', 'def f(): exec("while True: pass")'],
    ['an endless map', 'import itertools\ndef f(): return list(map(lambda n: n, itertools.count()))'],
    [
      'an endless comparison',
      'class C:\n    def __lt__(self, other): return True\ndef f():\n    while sorted([C(), C()]): pass',
    ],
  ])('stops %s', async (_name, source) => {
    expect(await ends(source, 1000)).toEqual([['stopped', expect.any(Number)]]);
  });

  it('stops at the same point every time', async () => {
    const source = 'seen = []\ndef f():\n    while True: seen.append(1)\nimport atexit';
    expect(await ends(source, 777)).toEqual(await ends(source, 777));
    expect(await ends(source, 777)).toEqual([['stopped', 778]]);
  });

  it('lets other exceptions pass and still tells the steps', async () => {
    expect(await ends('def f():\n    for n in range(3): pass\n    return 1 / 0', 100)).toEqual([
      ['ZeroDivisionError', 3],
    ]);
  });
});
