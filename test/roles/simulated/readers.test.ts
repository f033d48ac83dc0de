import { describe, expect, it } from 'vitest';
import type { Family } from '../../../src/families/family.js';
import { codeTaxonomy } from '../../../src/families/code/taxonomy.js';
import { memoryCache } from '../../../src/grader/cache.js';
import { makeItem, type Item } from '../../../src/grader/item.js';
import { simulatedJudge } from '../../../src/roles/simulated/judge.js';
import { simulatedObserver } from '../../../src/roles/simulated/observer.js';
import { createReader } from '../../../src/roles/simulated/readings.js';
import { simulatedSolver } from '../../../src/roles/simulated/solver.js';
import { simulatedTeacher } from '../../../src/roles/simulated/teacher.js';
import { calibration, fits, plainFamily, plainFaults, plainTask } from './fakes.js';

const bare = 'Is it wrong?';
const { teacher, observer, judge } = calibration;
const count = 600;
const right: Item[] = Array.from({ length: count }, (_, index) =>
  makeItem(plainTask(`right ${index}`), `fine ${index}`),
);
const wrong: Item[] = Array.from({ length: count }, (_, index) =>
  makeItem(plainTask(`wrong ${index}`), `off-by-one? no, crash ${index}`),
);

function readers(seed = '0'): {
  readonly read: ReturnType<typeof createReader>;
  readonly teach: ReturnType<typeof simulatedTeacher>;
  readonly classify: ReturnType<typeof simulatedObserver>;
  readonly judgeItem: ReturnType<typeof simulatedJudge>;
  readonly truths: readonly Item[];
} {
  const cache = memoryCache();
  const family = plainFamily();
  const solver = simulatedSolver({ family: 'plain', faults: plainFaults, calibration, cache });
  const read = createReader(family as unknown as Family, solver, cache);
  return {
    read,
    truths: family.truths,
    teach: simulatedTeacher(read, codeTaxonomy, calibration, seed),
    classify: simulatedObserver(read, codeTaxonomy, calibration, seed),
    judgeItem: simulatedJudge(read, bare, calibration, seed),
  };
}

const one = readers();

async function hits(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<number> {
  const found = await Promise.all(items.map(test));
  return found.filter(Boolean).length;
}

describe('createReader', () => {
  it('takes the applied faults from the catalogue, and the truth’s class elsewhere', async () => {
    const { read } = readers();
    const task = plainTask('one');
    const solver = simulatedSolver({
      family: 'plain',
      faults: plainFaults,
      calibration,
      cache: memoryCache(),
    });
    const faulty = (await solver.prepare(task)).variants.find(({ faults }) => faults.length > 0);
    const seen = async (output: string): Promise<unknown> => {
      const reading = await read(makeItem(task, output));
      return reading.outcome === 'read' && [reading.label, await reading.failureClasses()];
    };
    expect(await seen(faulty?.output ?? '')).toEqual(['FAIL', faulty?.faults]);
    expect(await seen('misread-spec by hand')).toEqual(['FAIL', ['crash']]);
    expect(await seen('fine')).toEqual(['PASS', []]);
  });

  it('computes a truth once', async () => {
    const { read, truths } = readers();
    const item = makeItem(plainTask('one'), 'fine');
    await read(item);
    await read(item);
    expect(truths).toHaveLength(1);
  });
});

describe('simulatedTeacher', () => {
  it('errs at its rate, on right and on wrong outputs', async () => {
    const { teach } = one;
    const fails = async (item: Item): Promise<boolean> =>
      (await teach({ item, draw: 'anchor' })).label === 'FAIL';
    expect(fits(await hits(right, fails), count, teacher.error.value)).toBe(true);
    expect(fits(count - (await hits(wrong, fails)), count, teacher.error.value)).toBe(true);
  });

  it('names the right class at its rate, and a class of the taxonomy always', async () => {
    const { teach } = one;
    const named = await Promise.all(wrong.map((item) => teach({ item, draw: 'anchor' })));
    const failed = named.filter(({ label }) => label === 'FAIL');
    expect(
      failed.every(({ failureClasses }) =>
        failureClasses.every((one) => (codeTaxonomy as readonly string[]).includes(one)),
      ),
    ).toBe(true);
    const correct = failed.filter(({ failureClasses }) => failureClasses.includes('crash')).length;
    expect(fits(correct, failed.length, teacher.namesRightClass.value)).toBe(true);
    expect(
      named
        .filter(({ label }) => label === 'PASS')
        .every(({ failureClasses }) => failureClasses.length === 0),
    ).toBe(true);
    expect(failed[0]?.reason).toContain('simulated stand-in, not a language model');
  });

  it('refuses an item without a reference', async () => {
    const { teach } = one;
    const item = makeItem({ ...plainTask('one'), reference: null }, 'fine');
    await expect(teach({ item, draw: '1' })).rejects.toThrow(/no reference/);
  });
});

describe('simulatedObserver', () => {
  it('reads the class of wrong outputs, and faults into right ones, at its rates', async () => {
    const { classify } = one;
    const reads =
      (wanted: (found: string | null) => boolean) =>
      async (item: Item): Promise<boolean> =>
        wanted(await classify({ item, facts: {}, draw: 'gap' }));
    expect(
      fits(
        await hits(
          wrong,
          reads((found) => found === null),
        ),
        count,
        observer.readsNothing.value,
      ),
    ).toBe(true);
    const reading = 1 - observer.readsNothing.value;
    expect(
      fits(
        await hits(
          wrong,
          reads((found) => found === 'crash'),
        ),
        count,
        reading * observer.readsRightClass.value,
      ),
    ).toBe(true);
    expect(
      fits(
        await hits(
          right,
          reads((found) => found !== null),
        ),
        count,
        observer.readsFaultInPass.value,
      ),
    ).toBe(true);
  });

  it('reads nothing in an item without a reference', async () => {
    const item = makeItem({ ...plainTask('one'), reference: null }, 'crash');
    expect(await one.classify({ item, facts: {}, draw: 'gap' })).toBeNull();
  });
});

describe('simulatedJudge', () => {
  const cases = [
    ['the bare question on wrong outputs', bare, 'misread-spec', wrong, judge.bareSensitivity.value],
    ['the bare question on right outputs', bare, 'misread-spec', right, judge.bareFalseAlarm.value],
    [
      'a narrow question on outputs with the fault',
      'Does it crash?',
      'crash',
      wrong,
      judge.narrowSensitivity.value,
    ],
    [
      'a narrow question on outputs with another fault',
      'Is it off by one?',
      'off-by-one',
      wrong,
      judge.narrowFalseAlarm.value,
    ],
    ['a narrow question on right outputs', 'Does it crash?', 'crash', right, judge.narrowFalseAlarm.value],
  ] as const;

  it.each(cases)('says yes to %s at its rate', async (_, question, failureClass, items, rate) => {
    const { judgeItem } = one;
    const yes = await hits(
      items,
      async (item) => (await judgeItem({ question, failureClass, item, draw: '0' })).verdict === 'DRAWBACK',
    );
    expect(fits(yes, count, rate)).toBe(true);
  });

  it('cannot be asked again: the draw changes nothing, question and seed do', async () => {
    const verdicts = async (seed: string, question: string, draw: string): Promise<string> => {
      const { judgeItem } = readers(seed);
      const found = await Promise.all(
        wrong.slice(0, 60).map((item) => judgeItem({ question, failureClass: 'crash', item, draw })),
      );
      return found.map(({ verdict }) => verdict[0]).join('');
    };
    const first = await verdicts('0', 'Does it crash?', '0');
    expect(await verdicts('0', 'Does it crash?', '1')).toBe(first);
    expect(await verdicts('1', 'Does it crash?', '0')).not.toBe(first);
    expect(await verdicts('0', 'Will it crash?', '0')).not.toBe(first);
  });

  it('says why it cannot judge an item without a reference, and what to do', async () => {
    const item = makeItem({ ...plainTask('one'), reference: null }, 'fine');
    const finding = await one.judgeItem({ question: bare, failureClass: 'crash', item, draw: '0' });
    expect(finding).toMatchObject({ verdict: 'ABSTAIN', reason: 'unscored' });
    expect(finding.detail).toMatch(/no reference.*use a model/);
  });
});
