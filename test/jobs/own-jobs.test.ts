import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOwnRows } from '../../src/families/own/check-rows.js';
import { readOwnFolder } from '../../src/families/own/read-folder.js';
import type { ForeignRow } from '../../src/input/foreign-row.js';
import { checkOwnFamily } from '../../src/jobs/own-check.js';
import { dealForeignRows } from '../../src/jobs/own-deal.js';
import { familyName, initOwnFamily } from '../../src/jobs/own-init.js';
import { labelOwnFamily, type Labelled, type LabelQuestion } from '../../src/jobs/own-label.js';
import type { GivenLabel } from '../../src/jobs/own-files.js';
import { givenRoles } from '../../src/jobs/own-roles.js';
import { terminalLabeller } from '../../src/cli/family-label.js';
import { temporaryFolders } from '../store/helpers.js';
import {
  anchorRows,
  opText,
  trainRows,
  wordSandbox,
  writeOwnFolder,
  type FolderParts,
} from '../support/own-folder.js';

const folder = temporaryFolders();

describe('checking a family', () => {
  const check = async (parts: FolderParts): Promise<string> =>
    (await checkOwnFamily(readOwnFolder(writeOwnFolder(folder(), parts)), wordSandbox()))
      .map(({ level, place, message }) => `${level} ${place}: ${message}`)
      .join('\n');

  it.each([
    [
      'an op that always fires',
      { ops: { sees_bad: 'bad', all: '' } },
      /warning ops\/all\.py: always fires: a drawback on all 16 outputs/,
    ],
    [
      'an op that never fires',
      { ops: { sees_bad: 'bad', none: 'zebra' } },
      /warning ops\/none\.py: never fires: CLEAN on 16 of 16/,
    ],
    [
      'an op without an opinion',
      { ops: { sees_bad: 'bad', none: 'silent' } },
      /warning ops\/none\.py: never has an opinion/,
    ],
    [
      'an op that fails',
      { ops: { sees_bad: 'bad', fails: 'raise' } },
      /error ops\/fails\.py: fails on 16 of 16 outputs .* first on train\.jsonl:1: ValueError/,
    ],
    [
      'two ops that say the same',
      { ops: { sees_bad: 'bad', also: 'bad' } },
      /advice ops\/sees_bad\.py: says the same as also/,
    ],
    [
      'anchors that no op tells apart',
      { ops: { sees_bad: 'bad' } },
      /warning anchors\.jsonl:3: contradicts anchors\.jsonl:2 as far as the detectors see/,
    ],
    [
      'a pass that the root refuses',
      { settings: { root: { maximumCharacters: 7 } } },
      /error anchors\.jsonl:4: labelled PASS, but the structural check .*too-many-characters/,
    ],
    [
      'an op that asks a model',
      { files: { 'ops/asks.md': '---\nfailure class: tone\ntier: judge\ndescription: rude\n---\nRude?\n' } },
      /advice ops\/asks\.md: asks a model/,
    ],
  ] satisfies readonly (readonly [string, FolderParts, RegExp])[])('names %s', async (_, parts, message) => {
    expect(await check(parts)).toMatch(message);
  });

  it('names what is wrong in the files and what the ops do together', async () => {
    const found = await check({
      anchors: [...anchorRows, { ...trainRows[0], label: 'FAIL' }],
      ops: { sees_bad: 'bad', all: '' },
    });
    expect(found).toMatch(/leaks[^]*always fires/);
  });
});

describe('making a family', () => {
  it('writes an example in which nothing is wrong', () => {
    const path = join(folder(), 'My Replies');
    const made = initOwnFamily(path, null);
    expect(made.name).toBe('my-replies');
    expect(made.rows).toEqual({ train: 28, anchors: 10, test: 12 });
    expect(checkOwnRows(readOwnFolder(path))).toEqual([]);
  });

  it('overwrites nothing', () => {
    const path = folder();
    writeFileSync(join(path, 'mine.txt'), 'mine');
    expect(() => initOwnFamily(path, null)).toThrow(/exists and is not empty; nothing was written/);
    expect(readdirSync(path)).toEqual(['mine.txt']);
    expect(() => initOwnFamily(join(path, 'mine.txt'), null)).toThrow(/not empty/);
    mkdirSync(join(path, 'empty'));
    expect(initOwnFamily(join(path, 'empty'), null).name).toBe('empty');
  });

  it.each([
    ['code', 'own-code'],
    ['123', 'own'],
    ['2024 Replies', 'replies'],
    ['a_b.c', 'a-b-c'],
  ])('calls the family of %s %s', (given, name) => {
    expect(familyName(given)).toBe(name);
  });

  const results = (count: number): unknown => ({
    results: {
      results: Array.from({ length: count }, (_, index) => ({
        testIdx: index,
        prompt: { raw: `Question ${index}?` },
        provider: { id: 'm' },
        response: { output: `Answer ${index}` },
        success: index % 3 !== 0,
        gradingResult: {
          componentResults: [{ pass: index % 3 !== 0, assertion: { type: 'contains' }, reason: 'no' }],
        },
      })),
    },
  });

  it('turns results of promptfoo into a folder in which nothing is wrong', () => {
    const path = join(folder(), 'imported');
    const file = join(folder(), 'results.json');
    writeFileSync(file, JSON.stringify(results(40)));
    const made = initOwnFamily(path, { from: 'promptfoo', path: file });
    expect(made.rows.anchors).toBe(10);
    expect(made.rows.train + made.rows.anchors + made.rows.test).toBe(40);
    const read = readOwnFolder(path);
    expect(checkOwnRows(read).filter(({ level }) => level !== 'advice')).toEqual([]);
    expect(read.settings?.taxonomy).toContain('contains');
    expect(read.rows.train.some(({ row }) => row.label !== null)).toBe(false);
  });

  it('leaves the anchors to be labelled where the results have one class alone', () => {
    const file = join(folder(), 'results.json');
    writeFileSync(file, JSON.stringify(results(2)));
    const made = initOwnFamily(join(folder(), 'few'), { from: 'promptfoo', path: file });
    expect(made.rows).toEqual({ train: 2, anchors: 0, test: 0 });
    expect(made.files).not.toContain('anchors.jsonl');
  });
});

describe('dealing results', () => {
  const row = (prompt: number, output: number, label: ForeignRow['label']): ForeignRow => ({
    id: `${prompt}/${output}`,
    prompt: `prompt ${prompt}`,
    reference: null,
    output: `output ${output}`,
    label,
    failureClasses: [],
    reason: '',
  });
  const rows = Array.from({ length: 30 }, (_, index) => [
    row(index, 0, index % 4 === 0 ? 'FAIL' : 'PASS'),
    row(index, 1, index % 2 === 0 ? 'FAIL' : null),
  ]).flat();

  it('gives five anchors of each label on ten prompts, and keeps locked prompts out of train', () => {
    const { train, anchors, test } = dealForeignRows(rows);
    expect(anchors.map(({ label }) => label).sort()).toEqual([
      ...Array<string>(5).fill('FAIL'),
      ...Array<string>(5).fill('PASS'),
    ]);
    expect(new Set(anchors.map(({ prompt }) => prompt)).size).toBe(10);
    const locked = new Set(test.map(({ prompt }) => prompt));
    expect(locked.size).toBe(8);
    expect([...train, ...anchors].some(({ prompt }) => locked.has(prompt))).toBe(false);
    expect(test.every(({ label }) => label !== null)).toBe(true);
  });

  it('is the same whatever the order of the file, and drops repeated outputs', () => {
    const ids = (given: readonly ForeignRow[]): unknown => {
      const { train, anchors, test } = dealForeignRows(given);
      return [train, anchors, test].map((part) => part.map(({ id }) => id).sort());
    };
    expect(ids([...rows].reverse())).toEqual(ids(rows));
    expect(ids([...rows, ...rows.map((one) => ({ ...one, id: `again ${one.id}` }))])).toEqual(ids(rows));
  });
});

describe('labelling', () => {
  /** Fails what has a fault, and notes what was asked. */
  async function label(
    path: string,
    options: {
      readonly wanted?: number;
      readonly stopAfter?: number;
      readonly skip?: readonly string[];
    } = {},
  ): Promise<{ readonly ended: Labelled; readonly asked: readonly string[] }> {
    const asked: string[] = [];
    const ended = await labelOwnFamily(path, {
      wanted: options.wanted ?? 6,
      sandbox: wordSandbox(),
      labeller: {
        ask: async ({ placed }: LabelQuestion): Promise<GivenLabel | 'skip' | 'quit'> => {
          if (asked.length >= (options.stopAfter ?? Infinity)) return 'quit';
          asked.push(placed.row.id);
          if (options.skip?.includes(placed.row.id) === true) return 'skip';
          const fails = /bad|rude/.test(placed.row.output);
          return {
            label: fails ? 'FAIL' : 'PASS',
            failureClasses: fails ? ['wrong'] : [],
            reason: fails ? 'a fault' : '',
          };
        },
        saved: () => undefined,
      },
    });
    return { ended, asked };
  }

  it('asks until there are enough of both kinds, and moves what is labelled out of train', async () => {
    const path = writeOwnFolder(folder(), { anchors: null });
    const { ended } = await label(path);
    expect(ended).toMatchObject({ have: { FAIL: 3, PASS: 3 }, labelledNow: 6, exhausted: false });
    const read = readOwnFolder(path);
    expect(read.rows.train).toHaveLength(6);
    expect(read.rows.anchors).toHaveLength(6);
    expect(checkOwnRows(read).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('asks first where the detectors disagree', async () => {
    const train = [
      { id: 'clear1', output: 'ok one' },
      { id: 'clear2', output: 'ok two' },
      { id: 'split', output: 'bad but ok' },
      { id: 'both', output: 'bad and rude' },
    ];
    const path = writeOwnFolder(folder(), { train, anchors: [{ id: 'p', output: 'fine', label: 'PASS' }] });
    const { asked } = await label(path, { wanted: 4, stopAfter: 2 });
    expect(asked[0]).toBe('split');
  });

  it('saves each answer, and goes on where it stopped', async () => {
    const path = writeOwnFolder(folder(), { anchors: null });
    const first = await label(path, { stopAfter: 2 });
    expect(first.ended.labelledNow).toBe(2);
    const second = await label(path);
    expect(second.ended).toMatchObject({ labelledNow: 4, have: { FAIL: 3, PASS: 3 } });
    expect(first.asked.filter((id) => second.asked.includes(id))).toEqual([]);
  });

  it('mends a row that was written to the anchors and not yet taken out of train', async () => {
    const path = writeOwnFolder(folder(), { anchors: [...anchorRows, { ...trainRows[0], label: 'FAIL' }] });
    await label(path, { wanted: 5 });
    expect(readOwnFolder(path).rows.train.map(({ row }) => row.id)).not.toContain('t0');
  });

  it('does not ask again for what was skipped, and ends when nothing is left', async () => {
    const path = writeOwnFolder(folder(), { anchors: null, train: trainRows.slice(0, 4) });
    const { ended, asked } = await label(path, { skip: ['t1'] });
    expect(new Set(asked).size).toBe(asked.length);
    expect(ended).toMatchObject({ exhausted: true, labelledNow: 3 });
  });

  it('works on CSV, texts with line breaks included', async () => {
    const csv = 'id,output,extra\nc1,"a bad\nthing",1\nc2,fine,2\nc3,"rude, too",3\nc4,good,4\n';
    const path = writeOwnFolder(folder(), {
      train: null,
      anchors: null,
      files: { 'train.csv': csv, 'anchors.csv': 'id,output,label\n' },
    });
    rmSync(join(path, 'anchors.csv'));
    writeFileSync(join(path, 'anchors.csv'), 'id,output,label,extra\na1,first,PASS,0\n');
    await label(path, { wanted: 4 });
    const { rows } = readOwnFolder(path);
    expect(rows.train.length + rows.anchors.length).toBe(5);
    const moved = rows.anchors.find(({ row }) => row.id === 'c1')?.row;
    expect(moved).toMatchObject({
      output: 'a bad\nthing',
      label: 'FAIL',
      failureClasses: ['wrong'],
      visible: { extra: '1' },
    });
  });

  it('needs outputs and detectors', async () => {
    await expect(label(writeOwnFolder(folder(), { anchors: null, ops: {} }))).rejects.toThrow(/no detectors/);
    await expect(label(writeOwnFolder(folder(), { anchors: null, train: null }))).rejects.toThrow(
      /no outputs to label/,
    );
  });

  it('asks on a terminal: a wrong answer, a failure with classes by number and name, and the end of input', async () => {
    const path = writeOwnFolder(folder(), {
      anchors: null,
      ops: { sees_bad: 'bad' },
      files: { 'ops/x.py': opText('rude', 'tone') },
    });
    const lines = ['what', 'f', '9', '1, tone', 'because', 'p', 's'];
    const shown: string[] = [];
    const ended = await labelOwnFamily(path, {
      wanted: 10,
      sandbox: wordSandbox(),
      labeller: terminalLabeller(async (prompt) => {
        shown.push(prompt);
        return lines.shift() ?? null;
      }),
    });
    expect(ended.labelledNow).toBe(2);
    const anchors = readFileSync(join(path, 'anchors.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(anchors[0]).toMatchObject({ label: 'FAIL', failureClasses: ['wrong', 'tone'], reason: 'because' });
    expect(anchors[1]).toMatchObject({ label: 'PASS' });
    expect(shown.filter((prompt) => prompt.startsWith('which classes'))).toHaveLength(2);
    expect(existsSync(join(path, 'anchors.jsonl.new'))).toBe(false);
  });
});

describe('roles of a family without a model', () => {
  it('give outputs, draft nothing, and refuse to judge', async () => {
    const roles = givenRoles({ name: 'mine', outputs: new Map([['x', 'out']]) });
    const task = { id: 'x', prompt: '', topic: 't', reference: null, visible: {}, hidden: {} };
    expect(await roles.solve({ task, skill: null, draw: '' })).toBe('out');
    expect(await roles.compose({ catalogue: [], gapClasses: [], elites: [], count: 5, draw: '' })).toEqual(
      [],
    );
    await expect(roles.solve({ task: { ...task, id: 'y' }, skill: null, draw: '' })).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(
      roles.prefer({ task, first: 'a', second: 'b', rubric: 'task-aware', draw: '' }),
    ).rejects.toThrow(/final judge/);
  });
});
