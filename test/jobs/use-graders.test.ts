import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryCache } from '../../src/grader/cache.js';
import { makeGraderFile } from '../../src/grader/grader-file.js';
import { comparePairs, type Pair } from '../../src/jobs/compare-graders.js';
import { judgeDrift } from '../../src/jobs/drift.js';
import { askFinalJudge, judgeFiles } from '../../src/jobs/final-judge.js';
import { loadGrader } from '../../src/jobs/load-grader.js';
import { selectionOf } from '../../src/jobs/selection.js';
import { compareRates } from '../../src/jobs/two-rates.js';
import type { Profile } from '../../src/grading/profile.js';
import type { Verdict } from '../../src/verdict.js';
import { temporaryFolders } from '../store/helpers.js';
import { fakeOp, fakeWorld, oneFakeWorld } from '../support/fake-world.js';
import { writeOwnFolder } from '../support/own-folder.js';

const folder = temporaryFolders();

describe('two rates', () => {
  // From exact binomials as whole numbers, summed as fractions.
  it.each([
    [3, 4, 1, 4, 0.4857142857142857],
    [8, 10, 1, 6, 0.03496503496503497],
    [0, 5, 0, 7, 1],
    [10, 10, 0, 10, 1.082508822446903e-5],
    [30, 1000, 60, 1000, 0.0016206190187386927],
  ])('%i of %i against %i of %i', (a, n, b, m, p) => {
    expect(compareRates({ count: a, of: n }, { count: b, of: m })).toBeCloseTo(p, 9);
  });

  it('are symmetric, and refuse what is no rate', () => {
    expect(compareRates({ count: 2, of: 9 }, { count: 7, of: 11 })).toBeCloseTo(
      compareRates({ count: 7, of: 11 }, { count: 2, of: 9 }),
      12,
    );
    for (const rate of [
      { count: 1, of: 0 },
      { count: 3, of: 2 },
      { count: -1, of: 2 },
      { count: 0.5, of: 2 },
    ])
      expect(() => compareRates(rate, { count: 1, of: 2 })).toThrow(
        expect.objectContaining({ code: 'bad-input' }),
      );
  });
});

describe('drift', () => {
  const grader = { hash: 'h', family: { name: 'mine', version: 'v' }, expression: '(any a)' };
  const rule = { level: 0.05, leastChange: 0.05, against: 'outputs' } as const;
  const profile = (items: number, abstain: number, fired: number, split = 0, silent = 0): Profile => ({
    items,
    verdicts: { pass: items - abstain - fired, fail: fired, abstain },
    ops: [{ op: 'a', drawback: fired, clean: items - fired, abstain: 0 }],
    split,
    silent,
  });

  it('is none where nothing changed', () => {
    const { figures, needsAnchors } = judgeDrift(grader, profile(200, 10, 40), profile(100, 5, 20), rule);
    expect(needsAnchors).toEqual([]);
    expect(figures.map(({ what }) => what)).toEqual(['abstains', 'fails', 'split', 'silent', 'fires: a']);
  });

  it.each([
    [
      'more abstentions',
      profile(200, 30, 40),
      /no opinion more often \(2\.5 % of 200 before, 15\.0 % of 200 now\)/,
    ],
    ['contradictions', profile(200, 5, 40, 60), /contradict each other more often/],
    ['silence', profile(200, 5, 40, 0, 60), /on which no detector says anything/],
    ['an op that fires more', profile(200, 5, 90), /'a' fires more often/],
    ['an op that fires less', profile(200, 5, 5), /'a' fires less often/],
    ['another share of FAIL', profile(200, 5, 90), /the share of FAIL has changed/],
  ])('is told by %s', (_, now, message) => {
    expect(judgeDrift(grader, profile(200, 5, 40), now, rule).needsAnchors.join('\n')).toMatch(message);
  });

  it('is not told by fewer abstentions, nor by changes that do not matter', () => {
    expect(judgeDrift(grader, profile(200, 30, 40), profile(200, 5, 40), rule).needsAnchors).toEqual([]);
    const tiny = judgeDrift(grader, profile(100_000, 0, 40_000), profile(100_000, 0, 41_000), rule);
    expect(tiny.figures.find(({ what }) => what === 'fails')?.adjusted).toBeLessThan(0.05);
    expect(tiny.needsAnchors).toEqual([]);
  });

  it('asks for anchors where a grader has no opinion on many outputs, as before', () => {
    expect(judgeDrift(grader, profile(100, 40, 20), profile(100, 40, 20), rule).needsAnchors).toEqual([
      'the grader has no opinion on 40.0 % of 100 of the new outputs',
    ]);
  });

  it('needs a whole report of the selection', () => {
    expect(selectionOf({ provenance: {} })).toBeUndefined();
    expect(selectionOf({ provenance: { selection: null } })).toBeUndefined();
    expect(
      selectionOf({ provenance: { selection: { leaves: [], train: { items: 0, ops: [] } } } }),
    ).toBeUndefined();
  });
});

describe('comparing', () => {
  const pairs = (text: string, labels = ''): Pair[] =>
    text.split(' ').map((two, index) => {
      const [a, b] = [...two].map((letter): Verdict =>
        letter === 'P' ? 'PASS' : letter === 'F' ? 'FAIL' : 'ABSTAIN',
      );
      const label = labels[index];
      return {
        task: `t${index}`,
        a: a ?? 'ABSTAIN',
        b: b ?? 'ABSTAIN',
        label: label === 'P' ? 'PASS' : label === 'F' ? 'FAIL' : null,
      };
    });

  it('counts pairs on which both have an opinion, and shows the rest', () => {
    const { pairs: count, table, passing, right } = comparePairs('a', 'b', pairs('PP PF FP FP AF PA FF'));
    expect(count).toBe(7);
    expect(table).toEqual({
      'PASS/PASS': 1,
      'PASS/FAIL': 1,
      'FAIL/PASS': 2,
      'ABSTAIN/FAIL': 1,
      'PASS/ABSTAIN': 1,
      'FAIL/FAIL': 1,
    });
    expect(passing).toMatchObject({ pairs: 5, tasks: 5, onlyA: 1, onlyB: 2 });
    // Binomial(3, 1/2): both tails of 1 or fewer and 2 or more cover everything.
    expect(passing.mcnemar).toMatchObject({ pValue: 1, unit: 'task' });
    expect(right).toBeNull();
  });

  it('says who is right where there are labels', () => {
    const { right, labelled } = comparePairs('a', 'b', pairs('PF PF PF PF PF FF AP', 'FFFFFFP'));
    expect(labelled).toEqual({ rows: 7, opinionsA: 6, opinionsB: 7 });
    expect(right).toMatchObject({ pairs: 6, onlyA: 0, onlyB: 5 });
    expect(right?.mcnemar.pValue).toBeCloseTo(0.0625, 12);
    expect(right?.byTask?.test.pValue).toBeCloseTo(0.0625, 12);
  });

  it('takes several outputs of a task for what they are', () => {
    const two = pairs('PF PF FF').map((pair) => ({ ...pair, task: 'one' }));
    const { passing } = comparePairs('a', 'b', two);
    expect(passing.mcnemar.unit).toBe('verdict');
    expect(passing.byTask).toBeNull();
  });
});

describe('the final judge', () => {
  const task = (id: string): Parameters<typeof askFinalJudge>[0]['pairs'][number]['task'] => ({
    id,
    prompt: 'p',
    topic: 't',
    reference: null,
    visible: {},
    hidden: {},
  });
  const identity = { kind: 'model', name: 'judge', version: '1' } as const;
  const longest = {
    identity,
    prefer: async ({
      first,
      second,
      task: shown,
    }: {
      first: string;
      second: string;
      task: { visible: object };
    }) => {
      if (!('contract' in shown.visible)) throw new Error('the judge must see the contract');
      return {
        winner:
          first.length === second.length
            ? ('first' as const)
            : first.length > second.length
              ? ('first' as const)
              : ('second' as const),
        reasons: [],
      };
    },
  };

  it('decides pairs in both orders: a favour for a place is a tie', async () => {
    const judged = await askFinalJudge({
      family: { name: 'mine' },
      contract: 'be long',
      roles: longest,
      pairs: [
        { task: task('1'), a: 'long', b: 'l' },
        { task: task('2'), a: 's', b: 'short' },
        { task: task('3'), a: 'same', b: 'size' },
        { task: task('4'), a: 'longer', b: 'long' },
      ],
    });
    expect(judged.wins).toEqual({ a: 2, b: 1, tie: 1 });
    expect(judged.test?.pValue).toBe(1);
  });

  it('needs somebody to ask, a contract, and the same tasks', async () => {
    const path = writeOwnFolder(folder(), { settings: { contract: 'be good' } });
    const file = (name: string, ids: readonly string[]): { path: string } => {
      const at = join(path, name);
      writeFileSync(at, ids.map((id) => `${JSON.stringify({ id, output: id })}\n`).join(''));
      return { path: at };
    };
    const [a, b] = [file('a.jsonl', ['x', 'y']), file('b.jsonl', ['x', 'z'])];
    await expect(judgeFiles({ folder: path, a, b: a })).rejects.toThrow(/no final judge without a model/);
    await expect(judgeFiles({ folder: path, a, b, roles: longest })).rejects.toThrow(
      /do not hold one output each/,
    );
    expect((await judgeFiles({ folder: path, a, b: a, roles: longest })).wins).toEqual({
      a: 0,
      b: 0,
      tie: 2,
    });
    await expect(
      askFinalJudge({ family: { name: 'mine' }, contract: ' ', pairs: [], roles: longest }),
    ).rejects.toThrow(/needs a contract/);
  });
});

describe('a grader for programs', () => {
  it('grades rows and items, and names a bad row', async () => {
    const world = await oneFakeWorld();
    const [task] = world.family.tasks;
    if (task === undefined) throw new Error('the family has tasks');
    const file = makeGraderFile({
      family: world.family,
      expression: '(any sees_crash)',
      pool: [fakeOp('sees_crash', 'crash', 'crash')],
      engines: {},
    });
    const grader = loadGrader(file, { openWorld: fakeWorld(), cache: memoryCache() });
    const grades = await grader.grade([
      { task: { id: task.id }, output: 'crash 1' },
      { id: `${task.id}@x`, task, output: 'fine' },
    ]);
    expect(grades.map(({ verdict }) => verdict)).toEqual(['FAIL', 'PASS']);
    await expect(grader.grade([{ output: 'x' }])).rejects.toMatchObject({ code: 'bad-input' });
    await grader.close();
  });
});
