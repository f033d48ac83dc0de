import { afterAll, describe, expect, it } from 'vitest';
import { makeItem, type Facts, type RootFinding, type Task } from '../../../src/grader/item.js';
import { rootOf } from '../../../src/families/code/root.js';
import { makeCodeTask } from '../../../src/families/code/task.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';

const sandbox = createPythonSandbox({ children: 1 });
afterAll(() => sandbox.close());

const task: Task = makeCodeTask({
  id: 'test/first-word',
  prompt: "Write a function to return the first word.\nassert first_word('a b') == 'a'",
  topic: 'strings',
  entryPoint: 'first_word',
  reference: 'def first_word(text):\n  return "SECRET"',
  examples: [
    "assert first_word('ab cd') == 'ab'",
    "assert first_word('x') == 'x'",
    'assert len(first_word("q")) < 9',
  ],
  inputs: ['("hidden7",)'],
  comparison: { kind: 'exact' },
});

async function root(output: string): Promise<RootFinding> {
  return rootOf(makeItem(task, output), sandbox);
}

async function entry(output: string): Promise<Facts> {
  const { entry } = (await root(output)).facts;
  if (entry === null || typeof entry !== 'object') throw new Error('no entry');
  return entry as Facts;
}

describe('root', () => {
  it('runs the examples and probes', async () => {
    const { verdict, facts } = await root(
      'def first_word(text):\n  words = text.split()\n  return words[0]\n',
    );
    expect(verdict).toBe('CLEAN');
    expect(facts).toMatchObject({ problem: null, execution: 'complete', imports: [], undefinedNames: [] });
    expect(facts['examples']).toEqual([
      {
        source: "assert first_word('ab cd') == 'ab'",
        readable: true,
        call: "first_word('ab cd')",
        expected: "'ab'",
        expectedType: 'str',
        holds: true,
        outcome: 'returned',
        value: "'ab'",
        type: 'str',
        steps: 1,
        printed: null,
        mutated: false,
      },
      expect.objectContaining({ call: "first_word('x')", holds: true }),
      { source: 'assert len(first_word("q")) < 9', readable: false, holds: null, outcome: 'not-run' },
    ]);
    expect(facts['probes']).toEqual([
      expect.objectContaining({
        kind: 'empty',
        argument: 0,
        call: "first_word('')",
        outcome: 'raised',
        error: 'IndexError',
      }),
      expect.objectContaining({ kind: 'single', call: "first_word('a')", outcome: 'returned', value: "'a'" }),
      expect.objectContaining({ kind: 'repeated', call: "first_word('ab cdab cd')", value: "'ab'" }),
      expect.objectContaining({ kind: 'reversed', call: "first_word('dc ba')", value: "'dc'" }),
    ]);
  });

  it('reads neither the reference nor anything hidden', async () => {
    expect(JSON.stringify(await root('def first_word(text):\n  return text'))).not.toMatch(/SECRET|hidden7/);
  });

  it('describes the function', async () => {
    expect(
      await entry(
        [
          'def first_word(text, sep=" ", *rest):',
          '  if not text:',
          '    return None',
          '  while True:',
          '    for c in text:',
          '      if c == sep and len(text) >= 2:',
          '        print(c)',
          '        rest.append(c)',
          '        return text[0] + max(text) + 1.5 % 2',
        ].join('\n'),
      ),
    ).toMatchObject({
      parameters: ['text', 'sep'],
      required: 1,
      variadic: true,
      returns: 1,
      emptyReturns: 1,
      fallsThrough: false,
      prints: 1,
      forLoops: 1,
      whileLoops: [{ test: 'True', alwaysTrue: true, leaves: true, changesTest: false }],
      branches: 2,
      guards: ['not text'],
      operators: { '+': 2, '%': 1, '==': 1, '>=': 1, and: 1, not: 1 },
      comparisons: ['c == sep', 'len(text) >= 2'],
      recursive: false,
      risks: ['extreme of a collection', 'first or last element'],
      unreadParameters: [],
    });
  });

  it.each([
    [true, true, 'def first_word(t):\n  return t if len(t) < 2 else first_word(t[1:])'],
    [true, true, 'def first_word(t):\n  if not t:\n    return t\n  return first_word(t[1:])'],
    [true, true, 'def first_word(t):\n  return [first_word(x) for x in t]'],
    [
      true,
      true,
      'def first_word(t):\n  def inner(n):\n    return 0 if n == 0 else inner(n - 1)\n  return inner(3)',
    ],
    [true, true, 'def first_word(t):\n  return other(t)\ndef other(t):\n  return t and first_word(t[1:])'],
    [true, false, 'def first_word(t):\n  return first_word(t[1:])'],
    [true, false, 'def first_word(t):\n  return other(t)\ndef other(t):\n  return first_word(t[1:])'],
    [false, true, 'def first_word(t):\n  return other(t)\ndef other(t):\n  return t'],
  ])('sees recursion (%s) and a base case (%s) in %j', async (recursive, baseCase, output) => {
    expect(await entry(output)).toMatchObject({ recursive, baseCase });
  });

  it('sees names that nothing defines, parameters that are never read or changed in place', async () => {
    const { facts } = await root(
      'import re\nfrom os import path as p\ndef first_word(a, b, c):\n  b.append(1)\n  c[0] = nothing\n  return [x for x in b if (y := x)] + p',
    );
    expect(facts).toMatchObject({
      undefinedNames: ['nothing'],
      imports: ['os', 're'],
      entry: { unreadParameters: ['a'], changes: ['b', 'c'] },
    });
  });

  it.each([
    ['compile', 'def first_word(text:\n  pass'],
    ['compile', '```python\ndef first_word(text): pass\n```'],
    ['compile', '\uD800'],
    ['compile', 'x = 1\0'],
    ['compile', 'x'.repeat(3_000_000)],
    ['compile', '('.repeat(30_000)],
    ['compile', `${'-'.repeat(9_000)}1`],
    ['entry', ''],
    ['entry', 'first_word = 7'],
    ['run', 'def first_word(text): pass\nraise SystemExit'],
    ['run', 'def first_word(text): pass\nwhile True: pass'],
  ])('finds a drawback at stage %s in %#', async (stage, output) => {
    const { verdict, facts } = await root(output);
    expect(verdict).toBe('DRAWBACK');
    expect(facts).toMatchObject({ problem: { stage }, execution: 'not run', examples: [], probes: [] });
  });

  it('gives up on texts that are too deep for the parser or the compiler', async () => {
    for (const output of [`a${'.a'.repeat(6_000)}`, `1${'+1'.repeat(9_000)}`, 'not '.repeat(4_000)]) {
      expect(await root(output)).toMatchObject({ verdict: 'DRAWBACK', facts: { execution: 'not run' } });
    }
  });

  it('keeps the text of programs that end the interpreter or break their driver', async () => {
    const killed = await root('import os\ndef first_word(text):\n  os._exit(3)\n');
    expect(killed.facts).toMatchObject({ entry: { name: 'first_word' } });
    const broken = await root(
      'import sys\ndef first_word(text):\n  sys._getframe(1).f_globals["Encoder"].encode = lambda *a: 1 / 0\n  return 1',
    );
    expect(broken).toMatchObject({
      verdict: 'CLEAN',
      facts: { execution: 'interfered', entry: { name: 'first_word' }, examples: [] },
    });
  });

  it('ends endless calls by steps and says so', async () => {
    const { facts, timedOut } = await root('def first_word(text):\n  while text != "x": pass\n  return text');
    expect(timedOut).toBeUndefined();
    expect(facts['examples']).toMatchObject([
      { outcome: 'step-limit', holds: false },
      { outcome: 'returned', holds: true },
      {},
    ]);
  });

  it('keeps facts within 16 KiB', async () => {
    const functions = Array.from(
      { length: 100 },
      (_, at) =>
        `def ${'long_name_'.repeat(8)}${at}(${'p'.repeat(70)}): return nothing${at}${'n'.repeat(60)}`,
    );
    const texts = Array.from({ length: 60 }, (_, at) => `'${String(at).padStart(90, 'é')}'`);
    const { facts } = await root(
      `${functions.join('\n')}\ndef first_word(text):\n  print('${'x'.repeat(5000)}')\n  return [${texts.join(', ')}]`,
    );
    expect(JSON.stringify(facts).length).toBeLessThanOrEqual(16_384);
    expect(facts['entry']).not.toBeNull();
  });

  it('shows every kind of value and counts what was printed', async () => {
    const { facts } = await root(
      'def first_word(text):\n  print("seen", text)\n  return {"k": (1, 2.0, None), "s": {3}}',
    );
    expect(facts['examples']).toMatchObject([
      { value: "{'k': (1, 2.0, None), 's': {3}}", type: 'dict', printed: 'seen ab cd\n', holds: false },
      {},
      {},
    ]);
  });
});
