import { describe, expect, it } from 'vitest';
import type { Family, Truth } from '../../src/families/family.js';
import { memoryCache } from '../../src/grader/cache.js';
import type { Item, Task } from '../../src/grader/item.js';
import { buildPack, type PackParts } from '../../src/pack/build-pack.js';
import { dealSplits } from '../../src/pack/deal.js';
import { hashedUnit } from '../../src/random.js';

/** A family of numbered tasks; an output is `pass` or `fail`, with a pass rate of its own for each task. */
function world(
  count: number,
  rate: (index: number) => number,
  screened = true,
): PackParts & { asked: { teacher: number; solver: number } } {
  const tasks = Array.from({ length: count }, (_, index): Task => ({
    id: `t/${String(index).padStart(3, '0')}`,
    prompt: 'p',
    topic: 't',
    reference: 'r',
    visible: {},
    hidden: {},
  }));
  const asked = { teacher: 0, solver: 0 };
  const family = {
    name: 'numbers',
    version: '1',
    tasks,
    screened,
    splitSizes: { train: 20, dev: 10, test: 12, untouched: 8 },
  } as unknown as Family;
  const truth = (item: Item): Truth =>
    item.output.startsWith('broken')
      ? { outcome: 'unscored', reason: 'no evidence' }
      : {
          outcome: 'scored',
          label: item.output.startsWith('pass') ? 'PASS' : 'FAIL',
          score: item.output.startsWith('pass') ? 1 : 0,
          failureClass: null,
          evidence: '',
          details: {},
        };
  return {
    family,
    cache: memoryCache(),
    asked,
    grading: { truths: async (items) => items.map(truth) },
    roles: {
      identity: { kind: 'simulated', name: 'test', version: '1' },
      solve: async ({ task, draw }) => {
        asked.solver += 1;
        const index = Number(task.id.slice(2));
        if (rate(index) < 0) return 'broken';
        return `${hashedUnit(task.id, draw) < rate(index) ? 'pass' : 'fail'} ${draw}`;
      },
      teach: async ({ item }) => {
        asked.teacher += 1;
        const label = item.output.startsWith('pass') ? 'PASS' : 'FAIL';
        return { label, failureClasses: label === 'FAIL' ? ['x'] : [], reason: '' };
      },
    },
  };
}

describe('pack', () => {
  it('drops tasks that five samples all pass, names unusable ones, and fills every split', async () => {
    const pack = await buildPack(world(90, (index) => (index < 10 ? 1 : index < 13 ? -1 : 0.4)));
    expect(pack.screening).toMatchObject({
      tasks: 90,
      droppedUnusable: [{ id: 't/010', reason: 'no evidence' }, { id: 't/011' }, { id: 't/012' }],
    });
    expect(pack.screening.droppedAlwaysPassed).toBeGreaterThanOrEqual(10);
    expect([pack.train, pack.test, pack.untouched].map((split) => split.length)).toEqual([20, 12, 8]);
    expect(pack.anchors.map(({ label }) => label.label)).toEqual([
      ...Array<string>(5).fill('FAIL'),
      ...Array<string>(5).fill('PASS'),
    ]);
    const ids = [...pack.train, ...pack.test, ...pack.untouched]
      .map(({ task }) => task.id)
      .concat(pack.anchors.map(({ item }) => item.task.id));
    expect(new Set(ids).size).toBe(50);
    expect(ids).not.toContain('t/005');
  });

  it('is fixed: the same again, from the cache without asking anyone, and another when it is drawn anew', async () => {
    const parts = world(70, () => 0.4);
    const first = await buildPack(parts);
    const asked = { ...parts.asked };
    expect(await buildPack(parts)).toEqual(first);
    expect(parts.asked).toEqual(asked);
    expect((await buildPack(world(70, () => 0.4))).hash).toBe(first.hash);
    expect((await buildPack({ ...world(70, () => 0.4), resample: 7 })).hash).not.toBe(first.hash);
  });

  it('never lets the teacher read a locked or untouched task', async () => {
    const parts = world(70, () => 0.5);
    const read: string[] = [];
    const teach: typeof parts.roles.teach = async (request) => {
      read.push(request.item.task.id);
      return parts.roles.teach(request);
    };
    const pack = await buildPack({ ...parts, roles: { ...parts.roles, teach } });
    const locked = [...pack.test, ...pack.untouched].map(({ task }) => task.id);
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((id) => locked.includes(id))).toEqual([]);
  });

  it('keeps no pack that the clock had a part in', async () => {
    const parts = world(70, () => 0.5);
    const truths: typeof parts.grading.truths = async (items) =>
      (await parts.grading.truths(items)).map((truth) =>
        truth.outcome === 'scored' ? { ...truth, timedOut: true as const } : truth,
      );
    await buildPack({ ...parts, grading: { truths } });
    const asked = parts.asked.solver;
    await buildPack({ ...parts, grading: { truths } });
    expect(parts.asked.solver).toBe(2 * asked);
  });

  it('asks the teacher only until both labels are full', async () => {
    const parts = world(70, () => 0.5);
    await buildPack(parts);
    expect(parts.asked.teacher).toBeLessThan(70);
  });

  it('shrinks the untouched split first, and states the numbers when too little is left', async () => {
    const pack = await buildPack(world(47, () => 0.4));
    expect([pack.train.length, pack.test.length]).toEqual([20, 12]);
    expect(pack.untouched.length).toBeLessThan(8);
    await expect(buildPack(world(30, () => 0.4))).rejects.toThrow(
      /of 30 screened tasks are usable; 42 are needed/,
    );
  });

  it('refuses a solver that never passes', async () => {
    await expect(buildPack(world(70, () => 0))).rejects.toThrow('5 failures and 0 clean positives');
  });

  it('draws further candidates from a large file only when too few remain', async () => {
    const enough = await buildPack({ ...world(300, () => 0.4), candidates: 80 });
    expect(enough.screening.tasks).toBe(80);
    const short = await buildPack({ ...world(300, (index) => (index % 2 === 0 ? 1 : 0.4)), candidates: 60 });
    expect(short.screening.tasks).toBeGreaterThan(60);
    expect(short.train).toHaveLength(20);
  });
});

describe('dealing', () => {
  it('gives every split its share of every pass rate, within one task', () => {
    const tasks = Array.from({ length: 100 }, (_, index) => ({
      task: { id: String(index), prompt: '', topic: '', reference: null, visible: {}, hidden: {} },
      passes: index % 5,
    }));
    const [train = [], test = []] = dealSplits(tasks, { sizes: [50, 25], seed: 's' });
    for (const passes of [0, 1, 2, 3, 4]) {
      expect(Math.abs(train.filter((one) => one.passes === passes).length - 10)).toBeLessThanOrEqual(1);
      expect(Math.abs(test.filter((one) => one.passes === passes).length - 5)).toBeLessThanOrEqual(1);
    }
  });
});
