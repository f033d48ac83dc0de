import { afterAll, describe, expect, it } from 'vitest';
import type { RunData } from '../../../src/analysis/run-data/rows.js';
import { armsResultOf, type ArmsResult } from '../../../src/jobs/arms/arms-result.js';
import { findFork, parseFork } from '../../../src/jobs/arms/fork.js';
import {
  mainOptions,
  repairOff,
  repairOn,
  specsOf,
  type ArmsRequest,
} from '../../../src/jobs/arms/request.js';
import { resumeArms, startArms, type ArmsEnvironment } from '../../../src/jobs/arms/run.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { temporaryFolders } from '../../store/helpers.js';
import { fakeWorld } from '../../support/fake-world.js';

const folder = temporaryFolders();
const keptFolder = temporaryFolders(afterAll);

const request: ArmsRequest = {
  families: ['code'],
  arms: ['frozen', 'reference', 'co', 'naive'],
  seeds: [42, 7],
  schedule: [
    { grader: 2, skill: 3 },
    { grader: 1, skill: 2 },
  ],
  evolutionRounds: 3,
  unrepaired: [],
  episode: null,
  replay: true,
  options: mainOptions,
  fork: null,
  jobs: 1,
};

function environment(store: Store, over: Partial<ArmsEnvironment> = {}): ArmsEnvironment {
  return {
    store,
    openWorld: fakeWorld(),
    now: () => new Date(0),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    workers: 'here',
    ...over,
  };
}

interface Ran {
  readonly place: string;
  readonly id: string;
  readonly reused: number;
  readonly result: ArmsResult;
  readonly data: RunData;
}

/** Runs a request in a store; leaves it closed. */
async function run(asked: ArmsRequest, place = folder(), over: Partial<ArmsEnvironment> = {}): Promise<Ran> {
  const store = openStore({ folder: place, mode: 'write' });
  try {
    const finished = await startArms('run', asked, environment(store, over));
    const { id } = finished.run;
    return { place, id, reused: finished.reused.length, ...armsResultOf(store, id) };
  } finally {
    store.close();
  }
}

/** The uninterrupted run that others are compared with; made once. */
let made: Promise<Ran> | undefined;
const wholeRun = (): Promise<Ran> => (made ??= run(request, keptFolder()));

let smaller: Promise<Ran> | undefined;

/** Stops after so many rounds of all cells together. */
function stopAfter(rounds: number): Pick<ArmsEnvironment, 'signal' | 'onProgress'> {
  const controller = new AbortController();
  let seen = 0;
  return {
    signal: controller.signal,
    onProgress: ({ kind }) => {
      if (kind === 'round' && ++seen === rounds) controller.abort();
    },
  };
}

describe('a run of arms', () => {
  it('ends with tidy results of every cell', async () => {
    const { data, result } = await wholeRun();
    expect(data.cells.map(({ arm, seed }) => `${arm} ${seed}`)).toEqual([
      'evolution 42',
      'evolution 7',
      'frozen 42',
      'frozen 7',
      'reference 42',
      'reference 7',
      'co 42',
      'co 7',
      'naive 42',
      'naive 7',
    ]);
    expect(data.skillRounds).toHaveLength(8 * 5);
    expect(data.graderRounds).toHaveLength(2 * 3 + 4 * 3);
    expect(data.skillRounds.every(({ testScores }) => testScores.length === 16)).toBe(true);
    expect(data.skillRounds.every(({ untouchedScores }) => untouchedScores.length === 8)).toBe(true);
    expect(data.replay).toHaveLength(2 * 4 * 200);
    expect(data.skills.length).toBeGreaterThan(0);
    expect(data.ops.some(({ origin }) => origin !== 'seed')).toBe(true);
    const graders = new Set(data.verdicts.map(({ grader }) => grader));
    expect(graders).toEqual(new Set(['peak', 'last', 'hand-seed', 'bare-judge']));
    for (const cell of result.cells) expect(cell.calls['solve']).toBeGreaterThan(0);
    const frozen = result.cells.find(({ arm }) => arm === 'frozen');
    // Two splits, five rounds, nothing else.
    expect(frozen?.calls).toEqual({ solve: 5 * (16 + 8) });
    expect(result.tables.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it('counts verdicts and audits of the same grader alike', async () => {
    const { data } = await wholeRun();
    for (const { family, arm, seed, correct, opinions } of data.graderRounds.filter(
      ({ round }) => round === 2,
    )) {
      const said = data.verdicts.filter(
        (row) => row.family === family && row.arm === arm && row.seed === seed && row.grader === 'last',
      );
      const spoken = said.filter(({ verdict }) => verdict !== 'ABSTAIN');
      expect(spoken).toHaveLength(opinions);
      expect(spoken.filter(({ verdict, label }) => verdict === label)).toHaveLength(correct);
    }
  });

  it('gives the same result whatever the jobs', async () => {
    const { result, data } = await wholeRun();
    const parallel = await run({ ...request, jobs: 3 });
    expect(JSON.stringify(parallel.result)).toBe(JSON.stringify(result));
    expect(parallel.data).toEqual(data);
  });

  it.each([1, 4, 11, 15])(
    'gives the same result when it stops after %i rounds and goes on',
    async (rounds) => {
      const small = { ...request, arms: ['reference' as const, 'co' as const], seeds: [42] };
      const { result, data } = await (smaller ??= run(small, keptFolder()));
      const place = folder();
      await expect(run(small, place, stopAfter(rounds))).rejects.toMatchObject({ code: 'stopped' });
      const store = openStore({ folder: place, mode: 'write' });
      try {
        expect(store.runs.get('r1').status).toBe('stopped');
        await resumeArms(store.runs.get('r1'), undefined, environment(store));
        const resumed = armsResultOf(store, 'r1');
        expect(JSON.stringify(resumed.result)).toBe(JSON.stringify(result));
        expect(resumed.data).toEqual(data);
      } finally {
        store.close();
      }
    },
  );

  it('reuses cells that are finished, and shares them with a smaller run', async () => {
    const { place, result } = await wholeRun();
    const again = await run(request, place);
    expect(again.reused).toBe(10);
    expect(again.result).toEqual(result);
    const part = await run(
      { ...request, arms: ['co'], seeds: [7], evolutionRounds: 0, replay: false },
      place,
    );
    expect(part.reused).toBe(1);
    expect(part.result.cells).toEqual(result.cells.filter(({ arm, seed }) => arm === 'co' && seed === 7));
  });

  it('does not go on when what it runs on has changed', async () => {
    const place = folder();
    const small = { ...request, arms: ['co' as const], seeds: [42], evolutionRounds: 0, replay: false };
    await expect(run(small, place, stopAfter(2))).rejects.toMatchObject({ code: 'stopped' });
    const store = openStore({ folder: place, mode: 'write' });
    try {
      await expect(
        resumeArms(
          store.runs.get('r1'),
          undefined,
          environment(store, { openWorld: fakeWorld({ version: 'fake-2' }) }),
        ),
      ).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('have changed') as string,
      });
    } finally {
      store.close();
    }
  });

  it('names ops that it leaves out of the bank', async () => {
    const options = { ...mainOptions, withoutNarrowOps: true };
    const small = {
      ...request,
      arms: ['naive' as const],
      seeds: [42],
      evolutionRounds: 0,
      replay: false,
      options,
    };
    const { result } = await run(small);
    expect(result.narrowOps).toEqual([{ cell: 'code naive 42', ops: [] }]);
  });
});

describe('a fork', () => {
  it('with the same settings gives the rounds of the run that it comes from', async () => {
    const { place, id, result } = await wholeRun();
    const store = openStore({ folder: place, mode: 'read' });
    const found = findFork(store, { run: id, rounds: 2 }, { families: undefined, arms: ['co'] });
    store.close();
    expect(found.fork.rounds).toEqual([
      [0, 2],
      [1, 2],
    ]);
    const forked = await run(
      { ...request, arms: ['co'], evolutionRounds: 0, replay: false, fork: found.fork },
      place,
    );
    const without = (cells: ArmsResult['cells']): unknown[] =>
      cells.filter(({ arm }) => arm === 'co').map(({ configHash: _, ...cell }) => cell);
    expect(without(forked.result.cells)).toEqual(without(result.cells));
    expect(forked.result.cells.map(({ configHash }) => configHash)).not.toEqual(
      result.cells.filter(({ arm }) => arm === 'co').map(({ configHash }) => configHash),
    );
  });

  it('with another setting leaves the rounds before it as they were', async () => {
    const { place, id, data } = await wholeRun();
    const store = openStore({ folder: place, mode: 'read' });
    const { fork } = findFork(store, { run: id, rounds: 3 }, { families: undefined, arms: ['reference'] });
    store.close();
    const options = { ...mainOptions, injection: false };
    const forked = await run(
      { ...request, arms: ['reference'], evolutionRounds: 0, replay: false, fork, options },
      place,
    );
    const rows = (from: RunData, seed: number): unknown[] =>
      from.skillRounds.filter((row) => row.arm === 'reference' && row.seed === seed);
    for (const seed of request.seeds) {
      expect(rows(forked.data, seed).slice(0, 3)).toEqual(rows(data, seed).slice(0, 3));
      expect(rows(forked.data, seed).slice(3)).toHaveLength(2);
      expect(rows(forked.data, seed).slice(3)).toEqual(
        rows(forked.data, seed)
          .slice(3)
          .map((row) => ({ ...(row as object), routed: 0 })),
      );
    }
  });

  it('is refused beyond the end, of an unclear arm, of an unknown run and of a seed that is not there', async () => {
    const { place, id } = await wholeRun();
    const store = openStore({ folder: place, mode: 'read' });
    const all = { families: undefined, arms: undefined };
    try {
      expect(() => findFork(store, { run: id, rounds: 5 }, { ...all, arms: ['co'] })).toThrow(
        expect.objectContaining({
          code: 'usage',
          message: expect.stringContaining('round 5 is beyond the end') as string,
          hint: expect.stringContaining('0 to 4') as string,
        }) as Error,
      );
      expect(() => findFork(store, { run: id, rounds: 1 }, all)).toThrow(
        /several arms: code frozen, code ref/,
      );
      expect(() => findFork(store, { run: id, rounds: 1 }, { ...all, arms: ['unmanaged'] })).toThrow(
        /no such arm/,
      );
      expect(() => findFork(store, { run: 'r99', rounds: 1 }, all)).toThrow(/no run 'r99'/);
    } finally {
      store.close();
    }
    const fork = { from: 'none', arm: 'co', rounds: [[0, 2]] as const };
    await expect(run({ ...request, arms: ['co'], fork }, folder())).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(() => parseFork('r1')).toThrow(/RUN@ROUND/);
    expect(() => parseFork('r1@-2')).toThrow(/RUN@ROUND/);
    expect(parseFork('r12@50')).toEqual({ run: 'r12', rounds: 50 });
  });
});

describe('the cells of a request', () => {
  it('are those of the main job: 3 × 3 of evolution, 3 × 5 × 3 of arms, 9 without the repair', () => {
    const specs = specsOf({
      ...request,
      families: ['code', 'report', 'sql'],
      arms: ['frozen', 'reference', 'co', 'naive', 'no-lifecycle'],
      seeds: [42, 7, 13],
      unrepaired: ['reference', 'co', 'naive'],
    });
    expect(specs).toHaveLength(9 + 45 + 9);
    expect(specs.filter((spec) => spec.kind === 'evolution' && spec.replay)).toHaveLength(3);
  });

  it('of the factorial are six, each once, the main ones among them', () => {
    const specs = specsOf({
      ...request,
      families: ['report'],
      arms: ['co'],
      seeds: [42],
      evolutionRounds: 0,
      unrepaired: ['co'],
      episode: 'co',
    });
    const repairs = specs.flatMap((spec) => (spec.kind === 'arm' ? [spec.options.repair] : []));
    expect(repairs).toHaveLength(6);
    expect(repairs).toContainEqual(repairOn);
    expect(repairs).toContainEqual(repairOff);
  });

  it('cannot be none', () => {
    expect(() => specsOf({ ...request, arms: [], evolutionRounds: 0 })).toThrow(/nothing to run/);
    expect(() => specsOf({ ...request, schedule: [] })).toThrow(/impossible schedule/);
  });
});
