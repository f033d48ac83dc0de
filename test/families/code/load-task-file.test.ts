import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCodeTaskFile, type LoadedTasks } from '../../../src/families/code/load-task-file.js';
import { codeHidden, codeVisible } from '../../../src/families/code/task.js';
import { PawlError } from '../../../src/errors.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';

const sandbox = createPythonSandbox({ children: 1 });
const folder = mkdtempSync(join(tmpdir(), 'pawl-tasks-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.close();
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function load(content: string, name = 'tasks.jsonl'): Promise<LoadedTasks> {
  return loadCodeTaskFile(write(name, content), { sandbox });
}

async function refusal(content: string | Buffer, name = 'tasks.jsonl'): Promise<string> {
  try {
    await loadCodeTaskFile(write(name, content), { sandbox });
  } catch (thrown) {
    if (thrown instanceof PawlError)
      return `${thrown.code}: ${thrown.message} [${thrown.hint ?? ''}]`.replaceAll(`${folder}/`, '');
    throw thrown;
  }
  return 'it was read';
}

const plus = (id: number, base: string, extra: object = {}): string =>
  JSON.stringify({
    task_id: `Mbpp/${id}`,
    prompt: '"""\nWrite a function to add two tuples.\nassert add((1,), (2,)) == (1, 2)\n"""\n',
    entry_point: 'add',
    canonical_solution: 'def add(a, b):\n  return a + b\n',
    base_input: 'BASE',
    plus_input: {},
    atol: 0,
    contract: '',
    assertion: '',
    ...extra,
  }).replace('"BASE"', base);

const mbpp = (id: number, tests: readonly string[], extra: object = {}): object => ({
  task_id: id,
  text: 'Write a function to double a number.',
  code: 'def double(n):\n  return 2 * n',
  test_list: tests,
  test_setup_code: '',
  challenge_test_list: [],
  ...extra,
});

const own = (id: string, extra: object = {}): object => ({
  id,
  prompt: 'Write a function to double a number.',
  topic: 'numbers',
  entryPoint: 'double',
  reference: 'def double(n):\n  return 2 * n',
  inputs: ['(1,)'],
  examples: ['assert double(2) == 4'],
  comparison: { kind: 'exact' },
  ...extra,
});

const lines = (...rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

describe('MBPP+ files', () => {
  it('keep what JSON cannot hold and restore what it lost', async () => {
    const { format, tasks, unusable } = await load(
      [
        plus(2, '[[[1, 2], [3]], [[], []]]'),
        plus(404, '[[-Infinity, 9007199254740993]]', { atol: 0.5 }),
        plus(115, '[[[[1, 1], [], "x"]]]'),
        plus(124, '[["1", "1+2j"]]'),
        plus(722, '[[{"a": [1, 2]}, 3]]'),
        plus(580, '[[[1, [2, [3]]]]]'),
        plus(793, '[[[1], 2]]'),
        plus(900, '[]'),
      ].join('\n'),
    );
    const inputs = Object.fromEntries(tasks.map((task) => [task.id, codeHidden(task).inputs]));
    expect(format).toBe('mbpp-plus');
    expect(inputs).toEqual({
      'Mbpp/115': ['([{1}, {}, {}],)'],
      'Mbpp/124': ['(1.0, (1+2j))'],
      'Mbpp/2': ['((1, 2), (3,))', '((), ())'],
      'Mbpp/404': ['(-inf, 9007199254740993)'],
      'Mbpp/580': ['((1, (2, (3,))),)'],
      'Mbpp/722': ["({'a': (1, 2)}, 3)"],
      'Mbpp/793': ['([1], 2)'],
    });
    expect(unusable).toEqual([{ id: 'Mbpp/900', reason: 'it has no inputs' }]);
    const [first] = tasks.filter(({ id }) => id === 'Mbpp/404');
    expect(codeHidden(first as never).comparison).toEqual({ kind: 'atol', atol: 0.5 });
    expect(codeVisible(first as never)).toMatchObject({
      entryPoint: 'add',
      examples: ['assert add((1,), (2,)) == (1, 2)'],
    });
    expect(first?.prompt).toBe('Write a function to add two tuples.\nassert add((1,), (2,)) == (1, 2)');
  });

  it('are read zipped, by a relative path and in the form with a test script', async () => {
    const row = {
      task_id: 2,
      code: 'def add(a, b):\n  return a + b',
      prompt: 'Write a function to add two tuples.',
      source_file: '',
      test_imports: [],
      test_list: ['assert add((1,), (2,)) == (1, 2)'],
      test: 'import numpy as np\nfrom math import inf\ninputs = [[(1,), (inf,)], [(2, {3}), ()]]\nresults = [(1, inf), (2, {3})]\nfor i, (inp, exp) in enumerate(zip(inputs, results)):\n    assertion(add(*inp), exp, 0.25)\n',
    };
    const path = write('origin.jsonl.gz', gzipSync(JSON.stringify(row)));
    const { format, tasks } = await loadCodeTaskFile(relative(process.cwd(), path), { sandbox });
    expect(format).toBe('mbpp-plus-origin');
    expect(tasks.map((task) => codeHidden(task))).toMatchObject([
      { inputs: ['((1,), (inf,))', '((2, {3}), ())'], comparison: { kind: 'atol', atol: 0.25 } },
    ]);
  });
});

describe('MBPP files', () => {
  it('turn asserts into inputs and comparisons', async () => {
    const { format, tasks, unusable } = await load(
      lines(
        mbpp(1, ['assert double(2) == 4', 'assert double(1.0/4) == 0.5']),
        mbpp(3, ['assert math.isclose(double(2), 4, rel_tol=0.01)'], { test_imports: ['import math'] }),
        mbpp(4, ['assert set(double([1])) == set([1])']),
        mbpp(5, ['assert double(1)', 'assert not double(0)']),
        mbpp(6, ['assert (double(int)) == 4']),
        mbpp(7, ['assert double(Node(1)) == 4']),
        mbpp(8, ['assert int(double(2)) == 4']),
        mbpp(9, ['assert double(2) == 4', 'assert double(2)']),
        mbpp(10, []),
      ),
    );
    expect(format).toBe('mbpp');
    expect(tasks.map(({ id }) => id)).toEqual(['Mbpp/1', 'Mbpp/3', 'Mbpp/4', 'Mbpp/5', 'Mbpp/6']);
    expect(tasks.map((task) => [codeHidden(task).inputs, codeHidden(task).comparison])).toEqual([
      [['(2,)', '(1.0 / 4,)'], { kind: 'exact' }],
      [['(2,)'], { kind: 'close', rtol: 0.01 }],
      [['([1],)'], { kind: 'set' }],
      [['(1,)', '(0,)'], { kind: 'truthy' }],
      [['(int,)'], { kind: 'exact' }],
    ]);
    expect(tasks[0]?.prompt).toBe('Write a function to double a number.\nassert double(2) == 4');
    expect(tasks[0]?.topic).toBe('numbers');
    expect(unusable.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      'Mbpp/7 its values are made with Node, which the program would have to define: assert double(Node(1)) == 4',
      'Mbpp/8 it is not a call of the function compared with a value: assert int(double(2)) == 4',
      'Mbpp/9 its tests call or compare in different ways',
      'Mbpp/10 it has no tests',
    ]);
  });

  it('are read as an array too', async () => {
    const rows = [mbpp(1, ['assert double(2) == 4']), mbpp(2, ['assert double(3) == 6'])];
    expect((await load(JSON.stringify(rows), 'sanitized.json')).tasks.map(({ id }) => id)).toEqual([
      'Mbpp/1',
      'Mbpp/2',
    ]);
  });
});

it('reads tasks of its own form', async () => {
  const { format, tasks } = await load(
    lines(own('a', { comparison: { kind: 'atol', atol: 0.1 } }), own('b', { topic: undefined })),
  );
  expect(format).toBe('pawl');
  expect(tasks.map(({ id, topic }) => [id, topic])).toEqual([
    ['a', 'numbers'],
    ['b', 'numbers'],
  ]);
});

describe('bad files are refused with place and reason', () => {
  it.each([
    ['empty', '', 'bad-input: tasks.jsonl: no tasks [the file is empty]'],
    [
      'no JSON',
      `${plus(2, '[[[1], [2]]]')}\n{"task_id": `,
      'bad-input: tasks.jsonl:2: Expecting value: line 1 column 13 (char 12) [read as MBPP+ (EvalPlus)]',
    ],
    [
      'no object',
      lines(own('a'), []),
      'bad-input: tasks.jsonl:2: expected a JSON object, got list [read as tasks of Pawl]',
    ],
    [
      'duplicate ids',
      lines(own('a'), own('b'), own('a')),
      "bad-input: tasks.jsonl:3: the task id 'a' is on line 1 already [read as tasks of Pawl]",
    ],
    [
      'no reference',
      lines(own('a', { reference: undefined })),
      "bad-input: tasks.jsonl:1: no reference: the field 'reference' is missing [read as tasks of Pawl]",
    ],
    [
      'empty reference',
      plus(2, '[[[1], [2]]]', { canonical_solution: '' }),
      "bad-input: tasks.jsonl:1: no reference: the field 'canonical_solution' is empty [read as MBPP+ (EvalPlus)]",
    ],
    [
      'a misspelt field',
      plus(2, '[[[1], [2]]]').replace('entry_point', 'entrypoint'),
      "bad-input: tasks.jsonl:1: the field 'entry_point' is missing; 'entrypoint' is there: did you mean 'entry_point'? [read as MBPP+ (EvalPlus)]",
    ],
    [
      'a wrong type',
      lines(own('a', { inputs: '(1,)' })),
      'bad-input: tasks.jsonl:1: the field \'inputs\' must be a list of texts, got "(1,)" [read as tasks of Pawl]',
    ],
    [
      'wrong inputs',
      plus(2, '[1, 2]'),
      "bad-input: tasks.jsonl:1: TypeError: 'base_input' must be a list of argument lists [read as MBPP+ (EvalPlus)]",
    ],
    [
      'an unknown comparison',
      lines(own('a', { comparison: { kind: 'exac' } })),
      'bad-input: tasks.jsonl:1: the comparison {"kind":"exac"} is none; did you mean \'exact\'? [read as tasks of Pawl]',
    ],
    [
      'a broken reference',
      lines(mbpp(1, ['assert double(2) == 4'], { code: 'def double(n' })),
      "bad-input: tasks.jsonl:1: ValueError: 'code' does not parse: '(' was never closed (line 1 of the code) [read as MBPP or sanitized MBPP]",
    ],
    [
      'a text that is no JSONL at all',
      '{"task_id": 1,\nnonsense\n',
      'bad-input: tasks.jsonl:1: Expecting property name enclosed in double quotes: line 1 column 15 (char 14)\ntasks.jsonl:2: Expecting value: line 1 column 1 (char 0) [a task file is JSONL, one object a line, or a JSON array of objects]',
    ],
    [
      'another file',
      lines({ question: 'x', answer: 'y' }),
      'bad-input: tasks.jsonl: no format of code tasks; its first row has question, answer [known: MBPP+ (EvalPlus); MBPP+ in the format of MBPP; MBPP or sanitized MBPP; tasks of Pawl]',
    ],
    [
      'nearly a format',
      lines({ canonical_solutoin: 'x' }),
      "bad-input: tasks.jsonl: no format of code tasks; its first row has canonical_solutoin ['canonical_solutoin': did you mean 'canonical_solution'?]",
    ],
    [
      'nothing usable',
      lines(mbpp(10, [])),
      'bad-input: tasks.jsonl: none of its 1 tasks can be used [it has no tests]',
    ],
  ])('%s', async (_name, content, expected) => {
    expect(await refusal(content)).toBe(expected);
  });

  it('a truncated array or archive, and a file that is not there', async () => {
    expect(await refusal('[{"task_id": 1}, ', 'cut.json')).toMatch(
      /^bad-input: cut\.json: not a JSON array .* \[is the file truncated\?\]$/,
    );
    const zipped = gzipSync(lines(own('a')));
    expect(await refusal(zipped.subarray(0, zipped.length - 12), 'cut.jsonl.gz')).toMatch(
      /^bad-input: cut\.jsonl\.gz: not a complete gzip file/,
    );
    await expect(loadCodeTaskFile(join(folder, 'none.jsonl'), { sandbox })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('reports every bad line, twenty at most', async () => {
    const text = await refusal(
      lines(...Array.from({ length: 25 }, (_, at) => own(`t${at}`, { prompt: '' }))),
    );
    expect(text.split('\n')).toHaveLength(21);
    expect(text).toContain('… and 5 more');
  });
});
