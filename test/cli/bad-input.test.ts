import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { dataPath } from '../../src/data-folder.js';
import { formatGraderFile, makeGraderFile, type GraderFile } from '../../src/grader/grader-file.js';
import { contentHash } from '../../src/hash.js';
import { openStore } from '../../src/store/store.js';
import { temporaryFolders } from '../store/helpers.js';
import { fakeOp } from '../support/fake-world.js';
import { cli } from '../support/cli-in-process.js';

const folder = temporaryFolders();

/** A grader of two ops, as a file's text; `change` tampers with it before it is hashed, `edit` after. */
function graderText(change: Partial<GraderFile> = {}, edit: Partial<GraderFile> = {}): string {
  const grader = makeGraderFile({
    family: { name: 'code', version: 'v' },
    expression: '(any sees_a sees_b)',
    pool: [fakeOp('sees_a', 'crash', 'a'), fakeOp('sees_b', 'crash', 'b')],
    engines: {},
  });
  const changed = { ...grader, ...change };
  const { family, expression, ops, engines } = changed;
  return formatGraderFile({ ...changed, hash: contentHash({ family, expression, ops, engines }), ...edit });
}

const outputs = '{"task":{"id":"code/strings/none"},"output":"x"}\n';

interface BadCase {
  readonly name: string;
  readonly words: readonly string[];
  /** Files to make first, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly says: readonly RegExp[];
}

const cases: readonly BadCase[] = [
  {
    name: 'an unknown family',
    words: ['evolve', 'cod'],
    code: 2,
    says: [/^error: unknown family 'cod'$/m, /did you mean 'code'\?/],
  },
  {
    name: 'an unknown option',
    words: ['evolve', 'code', '--sedds', '1'],
    code: 2,
    says: [/unknown option '--sedds'/, /Did you mean --seeds\?/],
  },
  {
    name: 'an unknown command',
    words: ['evole', 'code'],
    code: 2,
    says: [/unknown command 'evole'/, /Did you mean evolve\?/],
  },
  {
    name: 'an unknown subcommand',
    words: ['runs', 'lst'],
    code: 2,
    says: [/unknown command 'lst'/, /Did you mean list\?/],
  },
  { name: 'a missing argument', words: ['evolve'], code: 2, says: [/missing required argument 'family'/] },
  { name: 'an argument too many', words: ['evolve', 'code', 'sql'], code: 2, says: [/too many arguments/] },
  {
    name: 'no rounds',
    words: ['evolve', 'code', '--rounds', '0'],
    code: 2,
    says: [/--rounds: expected a whole number from 1/],
  },
  {
    name: 'a seed given twice',
    words: ['evolve', 'code', '--seeds', '7,7'],
    code: 2,
    says: [/--seeds: 7 is given twice/],
  },
  {
    name: 'an unknown guard',
    words: ['evolve', 'code', '--guards', 'no-fail-close'],
    code: 2,
    says: [/unknown guard 'no-fail-close'/, /did you mean 'no-fail-closed'\?/],
  },
  {
    name: 'a task file that is not there',
    words: ['evolve', 'code', '--tasks', 'no.jsonl'],
    code: 2,
    says: [/no\.jsonl: no such file/],
  },
  {
    name: 'an empty task file',
    words: ['evolve', 'code', '--tasks', 'empty.jsonl'],
    files: { 'empty.jsonl': '\n' },
    code: 2,
    says: [/empty\.jsonl: no tasks/],
  },
  {
    name: 'an op file without check',
    words: ['evolve', 'code', '--ops', 'ops'],
    files: { 'ops/mine.py': '# failure class: crash\n# tier: static\n# description: finds nothing\nx = 1\n' },
    code: 2,
    says: [/mine\.py: defines no check\(item\)/],
  },
  {
    name: 'an op file of an unknown class',
    words: ['evolve', 'code', '--ops', 'ops'],
    files: {
      'ops/mine.py':
        '# failure class: crush\n# tier: static\n# description: d\ndef check(item):\n    return "CLEAN"\n',
    },
    code: 2,
    says: [/mine\.py: unknown failure class 'crush'; did you mean 'crash'\?/],
  },
  {
    name: 'no grader',
    words: ['grade', 'o.jsonl'],
    code: 2,
    says: [/required option '--grader <file>' not specified/],
  },
  {
    name: 'a grader that is not there',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': outputs },
    code: 2,
    says: [/g\.json: ENOENT/],
  },
  {
    name: 'a grader that is cut off',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': outputs, 'g.json': graderText().slice(0, 300) },
    code: 2,
    says: [/g\.json: not JSON/, /cut off/],
  },
  {
    name: 'a grader edited by hand',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': outputs, 'g.json': graderText({}, { expression: '(all sees_a sees_b)' }) },
    code: 2,
    says: [/g\.json: the content does not match its hash/],
  },
  {
    name: 'a grader that names an op it does not bring',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': outputs, 'g.json': graderText({ expression: '(any sees_a sees_c)' }) },
    code: 2,
    says: [/the expression names sees_c/],
  },
  {
    name: 'a grader whose expression does not parse',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': outputs, 'g.json': graderText({ expression: '(any sees_a' }) },
    code: 2,
    says: [/^error: /m],
  },
  {
    name: 'a grader of an unknown family',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': outputs, 'g.json': graderText({ family: { name: 'sequel', version: 'v' } }) },
    code: 2,
    says: [/unknown family 'sequel'/],
  },
  {
    name: 'outputs that are not there',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'g.json': graderText() },
    code: 2,
    says: [/o\.jsonl: no such file/],
  },
  {
    name: 'bad rows of outputs, all at once',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': `${outputs}{"task":3}\n{"output"\n`, 'g.json': graderText() },
    code: 2,
    says: [/o\.jsonl:3: /],
  },
  {
    name: 'rows that name unknown tasks',
    words: ['grade', 'o.jsonl', '--grader', 'g.json'],
    files: { 'o.jsonl': `${outputs}{"task":{"id":"x"}}\n`, 'g.json': graderText() },
    code: 2,
    says: [/o\.jsonl:1: task\.id: no task 'code\/strings\/none'/, /o\.jsonl:2: output: missing/],
  },
  { name: 'no store', words: ['runs', 'list'], code: 2, says: [/no store here yet/, /pawl evolve code/] },
  {
    name: 'an unknown format',
    words: ['runs', 'export', 'x', '--format', 'xml'],
    code: 2,
    says: [/Allowed choices are jsonl, csv/],
  },
  {
    name: 'an unknown task',
    words: ['family', 'show', 'code', '--task', 'code/strings/nothing-like-it'],
    code: 2,
    says: [/family 'code' has no task/],
  },
];

/** The first tasks of the embedded pack as lines of a file. */
const taskLines = readFileSync(dataPath('families', 'code', 'tasks', 'strings.jsonl'), 'utf8')
  .trim()
  .split('\n');
const taskFile = (...lines: readonly (string | undefined)[]): Readonly<Record<string, string>> => ({
  'tasks.jsonl': lines.join('\n'),
});
const [one, two] = taskLines;

// These files are read inside the sandbox.
const taskCases: readonly BadCase[] = (
  [
    ['a line that is not JSON', taskFile(one, '{"id": }', two), /tasks\.jsonl:2: /],
    ['a file that is cut off', taskFile(one, two?.slice(0, 60)), /tasks\.jsonl:2: /],
    [
      'a task id given twice',
      taskFile(one, two, one),
      /tasks\.jsonl:3: the task id '.*' is on line 1 already/,
    ],
    [
      'a task without reference',
      taskFile(one, two?.replace('"reference"', '"refrence"')),
      /tasks\.jsonl:2: .*reference/,
    ],
    [
      'too few tasks for ten anchors',
      taskFile(...taskLines.slice(0, 6)),
      /found \d failures and \d clean positives among the samples of \d tasks; 5 of each are needed/,
    ],
  ] as const
).map(([name, files, saying]) => ({
  name,
  words: ['evolve', 'code', '--tasks', 'tasks.jsonl'],
  files,
  code: 2,
  says: [saying],
}));

describe('bad input on the command line', { timeout: 120_000 }, () => {
  it.each([...cases, ...taskCases])('$name', async ({ words, files = {}, code, says }) => {
    const place = folder();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place, name)), { recursive: true });
      writeFileSync(join(place, name), text);
    }
    // Names of files mean those of this case; nothing may be written beside the tests.
    const absolute = words.map((word) => (isFileName(word) ? join(place, word) : word));
    const usesStore = ['evolve', 'runs'].includes(words[0] ?? '');
    const end = await cli(...absolute, ...(usesStore ? ['--store', join(place, '.pawl')] : []));
    expect(end.out).toBe('');
    for (const saying of says) expect(end.err).toMatch(saying);
    expect(end.err).not.toMatch(/\n\s+at /);
    expect(end.code).toBe(code);
  });
});

function isFileName(word: string): boolean {
  return /^(ops|[a-z]+\.jsonl?)$/.test(word);
}

describe('a bad store on the command line', () => {
  const made = (): { place: string; file: string } => {
    const place = folder();
    openStore({ folder: place, mode: 'write' }).close();
    return { place, file: join(place, 'pawl.sqlite') };
  };

  it('of a newer version is refused (exit 4)', async () => {
    const { place, file } = made();
    const newer = new Database(file);
    newer.pragma('user_version = 99');
    newer.close();
    for (const words of [
      ['evolve', 'code'],
      ['runs', 'list'],
    ]) {
      const end = await cli(...words, '--store', place);
      expect(end.err).toMatch(/the store has version 99, this pawl reads up to version \d/);
      expect(end.err).toMatch(/hint: .*update pawl/);
      expect(end.code).toBe(4);
    }
  });

  it('that is damaged is refused (exit 4)', async () => {
    const { place, file } = made();
    truncateSync(file, 5000);
    const end = await cli('evolve', 'code', '--store', place);
    expect(end.err).toMatch(/the store is damaged/);
    expect(end.code).toBe(4);
  });

  it('that is being written is refused, naming the process (exit 4)', async () => {
    const { place } = made();
    const holder = openStore({ folder: place, mode: 'write', command: 'pawl evolve code' });
    const end = await cli('evolve', 'code', '--store', place);
    expect(end.err).toContain(`process ${process.pid} ('pawl evolve code') is writing this store`);
    expect(end.code).toBe(4);
    expect((await cli('runs', 'list', '--store', place)).code).toBe(0);
    holder.close();
  });

  it('knows no such run (exit 2)', async () => {
    const { place } = made();
    for (const words of [
      ['runs', 'show', 'r9'],
      ['runs', 'resume', 'r9'],
      ['runs', 'export', join(place, 'x'), '--run', 'r9'],
    ]) {
      const end = await cli(...words, '--store', place);
      expect(end.err).toMatch(/there is no run 'r9'/);
      expect(end.code).toBe(2);
    }
    expect((await cli('runs', 'resume', '--store', place)).err).toMatch(/no runs yet/);
  });
});

describe('help', () => {
  it.each([
    [['--help']],
    [['evolve', '--help']],
    [['runs', '--help']],
    [['runs', 'export', '--help']],
    [['grade', '--help']],
    [['--version']],
  ])('of %j goes to standard output and is no error', async (words) => {
    const end = await cli(...words);
    expect(end.out.length).toBeGreaterThan(4);
    expect(end.err).toBe('');
    expect(end.code).toBe(0);
  });
});
