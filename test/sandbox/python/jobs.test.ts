import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/json.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import type { PythonOutcome } from '../../../src/sandbox/python/python-sandbox.js';
import { program, warm, warmMs } from './programs.js';

const sandbox = createPythonSandbox({ children: 2 });
beforeAll(() => warm(sandbox), warmMs);
afterAll(() => sandbox.close());

const run = (driver: string, payload: Json = null): Promise<PythonOutcome> =>
  sandbox.run({ driver, payload, timeoutMs: 20_000 });
const main = (expression: string): string => `def main(payload):\n    return ${expression}`;

describe('what a job returns', () => {
  it.each<[string, Json]>([
    ['None', null],
    ['[True, False]', [true, false]],
    ['[0, -1, 2**31, 2**53 - 1, 1 - 2**53]', [0, -1, 2147483648, 9007199254740991, -9007199254740991]],
    ['[1.5, 1e300, 5e-324, 3.0]', [1.5, 1e300, 5e-324, 3]],
    ["'\\u00e9\\u20ac\\U0001F600'", 'é€😀'],
    ["'\\ud800'", '\ud800'],
    ["'\\x00'", '\u0000'],
    ["{'a': [{'b': None}], '': 1}", { a: [{ b: null }], '': 1 }],
  ])('%s arrives as it is', async (expression, value) => {
    expect(await run(main(expression))).toEqual({ kind: 'value', value });
  });

  it('keeps the sign of zero and the key __proto__', async () => {
    const zero = await run(main('-0.0'));
    expect(zero.kind === 'value' && Object.is(zero.value, -0)).toBe(true);
    const odd = await run(main("{'__proto__': 1}"));
    expect(odd.kind === 'value' && JSON.stringify(odd.value)).toBe('{"__proto__":1}');
  });

  it.each([
    ['a tuple', '(1, 2)'],
    ['a set', '{1}'],
    ['bytes', "b'x'"],
    ['a complex', '1j'],
    ['nan', "float('nan')"],
    ['inf', "float('inf')"],
    ['a big int', '2**53'],
    ['an int key', '{1: 2}'],
    ['a subclass of str', "type('S', (str,), {})('x')"],
    ['a subclass of dict', "type('D', (dict,), {})()"],
    ['an IntEnum', "__import__('enum').IntEnum('E', 'A').A"],
    ['a function', 'main'],
    ['a nested tuple', '[[[(1,)]]]'],
    ['something endless', '(lambda a: a.append(a) or a)([])'],
  ])('%s ends it as a TypeError', async (_name, expression) => {
    expect(await run(main(expression))).toMatchObject({ kind: 'raised', type: 'TypeError' });
  });

  it('is bounded', async () => {
    const fits = await run(main("'x' * (8 * 2**20 - 100)"));
    expect(fits.kind === 'value' && typeof fits.value === 'string' && fits.value.length).toBe(
      8 * 2 ** 20 - 100,
    );
    expect(await run(main("'x' * (9 * 2**20)"))).toMatchObject({ kind: 'raised', type: 'ResultTooLarge' });
    expect(await run(main("'\\x00' * (2 * 2**20)"))).toMatchObject({
      kind: 'raised',
      type: 'ResultTooLarge',
    });
    expect(await run(main('[None] * (4 * 2**20)'))).toMatchObject({ kind: 'raised', type: 'ResultTooLarge' });
  });

  it('is what was sent, for any JSON without integers beyond 2^53 - 1', async () => {
    const text = fc.string({ unit: 'binary' });
    const value = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constant(null),
        fc.boolean(),
        fc.maxSafeInteger(),
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((one) => !Number.isInteger(one) || Number.isSafeInteger(one)) // Python reads the others as ints
          .map((one) => (Object.is(one, -0) ? 0 : one)),
        text,
        fc.array(tie('json')),
        fc.dictionary(text, tie('json'), { noNullPrototype: true }),
      ),
    })).json;
    await fc.assert(
      fc.asyncProperty(value, async (payload) => {
        const outcome = await run(main('payload'), payload);
        expect(outcome.kind === 'value' && JSON.stringify(outcome.value)).toBe(JSON.stringify(payload));
      }),
      { numRuns: 100 },
    );
  });
});

describe('how a job ends otherwise', () => {
  it.each<[string, string, PythonOutcome]>([
    ['an exception', "raise ValueError('no')", { kind: 'raised', type: 'ValueError', message: 'no' }],
    ['sys.exit', 'import sys\nsys.exit(3)', { kind: 'raised', type: 'SystemExit', message: '3' }],
    [
      'KeyboardInterrupt',
      'raise KeyboardInterrupt',
      { kind: 'raised', type: 'KeyboardInterrupt', message: '' },
    ],
    [
      'os._exit',
      'import os\nos._exit(0)',
      { kind: 'raised', type: 'SystemExit', message: 'the interpreter was ended with status 0' },
    ],
    [
      'os.abort',
      'import os\nos.abort()',
      { kind: 'raised', type: 'Aborted', message: 'the interpreter aborted' },
    ],
    ['a huge list', '[0] * 10**9', { kind: 'out-of-memory' }],
    ['a growing list', 'a = []\nwhile True: a.append([0] * 10**6)', { kind: 'out-of-memory' }],
    ['a growing string', "a = 'x'\nwhile True: a += a", { kind: 'out-of-memory' }],
    [
      'a message that cannot be printed',
      'class E(Exception):\n    def __str__(self): raise KeyError\nraise E',
      { kind: 'raised', type: 'E', message: '(its message cannot be printed)' },
    ],
    [
      'a message that is no plain str',
      "class S(str): pass\nclass E(Exception):\n    def __str__(self): return S('m')\nraise E",
      { kind: 'raised', type: 'E', message: 'm' },
    ],
    [
      'a class that lies about its name',
      "class M(type):\n    __name__ = property(lambda c: 1 / 0)\nclass E(Exception, metaclass=M): pass\nraise E('m')",
      { kind: 'raised', type: 'E', message: 'm' },
    ],
    [
      'lone surrogates',
      "raise ValueError('\\udfff')",
      { kind: 'raised', type: 'ValueError', message: '\udfff' },
    ],
  ])('%s', async (_name, source, outcome) => {
    expect(await sandbox.run(program(source))).toEqual(outcome);
  });

  it.each([
    ['recursion', 'def f(): f()\nf()'],
    ['recursion through C', 'class A:\n    def __repr__(self): return repr([self])\nrepr(A())'],
    [
      'recursion with the limit raised',
      'import sys\nsys.setrecursionlimit(10**9)\ndef f(x): return max([1], key=f)\nf(1)',
    ],
    ['deeply nested data', 'a = []\nfor _ in range(10**5): a = [a]\nrepr(a)'],
  ])("%s is the code's doing", async (_name, source) => {
    expect(await sandbox.run(program(source))).toMatchObject({ kind: 'raised', type: 'RecursionError' });
  });

  it('cuts long messages', async () => {
    const outcome = await sandbox.run(program("raise ValueError('x' * 10**6)"));
    expect(outcome.kind === 'raised' && outcome.message.length).toBe(4000);
  });

  it('does not blame the code for a driver that does not load', async () => {
    expect(await run('def main(: pass')).toMatchObject({
      kind: 'infrastructure',
      message: /driver does not load: SyntaxError/,
    });
    expect(await run('x = 1')).toMatchObject({ kind: 'infrastructure', message: /KeyError: 'main'/ });
  });

  it('throws printed text away', async () => {
    expect(
      await run(
        "import os\ndef main(_):\n    print('x' * 10**7)\n    os.write(1, b'OK')\n    os.write(2, b'\\xff')\n    return 1",
      ),
    ).toEqual({
      kind: 'value',
      value: 1,
    });
  });
});

describe('determinism', () => {
  it('fixes clocks, entropy, random numbers, hashes and addresses', async () => {
    const source = `
import datetime, os, random, secrets, tempfile, time, uuid
class Thing: pass
time.sleep(3600)
result = [time.time(), time.perf_counter(), time.monotonic(), time.process_time(), str(datetime.datetime.now()), time.timezone,
  os.urandom(8).hex(), str(uuid.uuid4()), secrets.token_hex(4), random.random(), random.Random().random(), random.sample(range(99), 3),
  hash("text"), id(Thing()), [hash(Thing()) for _ in range(3)], list({"a", "b", "c", "d"}), os.getpid(), repr(object())]
`;
    const first = await sandbox.run(program(source));
    const told = first.kind === 'value' && Array.isArray(first.value) ? first.value : [];
    expect(told.slice(0, 6)).toEqual([1735689600, 1000, 1000, 1000, '2025-01-01 00:00:00', 0]);
    const others = await Promise.all(Array.from({ length: 4 }, () => sandbox.run(program(source))));
    for (const other of others) expect(other).toEqual(first);
  });

  it('lets waiting end at once', async () => {
    const source = `
import asyncio, time
async def both(): return await asyncio.gather(asyncio.sleep(50, 1), asyncio.sleep(10, 2))
time.sleep(10**6)
result = asyncio.run(both())
`;
    expect(await sandbox.run(program(source))).toEqual({ kind: 'value', value: [1, 2] });
  });
});
