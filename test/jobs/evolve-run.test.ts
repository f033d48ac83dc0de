import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadGraderFile } from '../../src/grader/grader-file.js';
import { grade } from '../../src/grading/grade.js';
import { defaultRequest, type EvolveRequest } from '../../src/jobs/evolve-request.js';
import {
  resumeEvolve,
  startEvolve,
  type EvolveEnvironment,
  type EvolveProgress,
  type FinishedEvolve,
} from '../../src/jobs/evolve-run.js';
import { writeGraders } from '../../src/jobs/grader-files.js';
import { readOutputs } from '../../src/jobs/read-outputs.js';
import { openStore, type Store } from '../../src/store/store.js';
import { writeExport } from '../../src/store/write-export.js';
import { fakeWorld, oneFakeWorld } from '../support/fake-world.js';
import { temporaryFolders } from '../store/helpers.js';

const folder = temporaryFolders();
const keptFolder = temporaryFolders(afterAll);
const request: EvolveRequest = { ...defaultRequest, family: 'code', seeds: [42, 7], rounds: 4 };

function environment(store: Store, over: Partial<EvolveEnvironment> = {}): EvolveEnvironment {
  return {
    store,
    openWorld: fakeWorld(),
    now: () => new Date(0),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...over,
  };
}

/** Runs a request in a new store; leaves it closed. */
async function run(
  asked: EvolveRequest,
  over: Partial<EvolveEnvironment> = {},
  place = folder(),
): Promise<{ place: string; finished: FinishedEvolve; exported: Record<string, string> }> {
  const store = openStore({ folder: place, mode: 'write' });
  try {
    const finished = await startEvolve(asked, environment(store, over));
    return { place, finished, exported: exportOf(store, finished.run.id) };
  } finally {
    store.close();
  }
}

function exportOf(store: Store, id: string): Record<string, string> {
  const into = join(folder(), 'export');
  mkdirSync(into);
  writeExport(store, { run: id, folder: into, format: 'jsonl' });
  return Object.fromEntries(readdirSync(into).map((name) => [name, readFileSync(join(into, name), 'utf8')]));
}

/** The uninterrupted run that others are compared with; made once. */
let made: ReturnType<typeof run> | undefined;
const wholeRun = (): ReturnType<typeof run> => (made ??= run(request, {}, keptFolder()));

/** Stops a run after so many rounds of all seeds together. */
function stopAfter(rounds: number): Pick<EvolveEnvironment, 'signal' | 'onProgress'> {
  const controller = new AbortController();
  let seen = 0;
  return {
    signal: controller.signal,
    onProgress: (progress) => {
      if (progress.kind === 'round' && ++seen === rounds) controller.abort();
    },
  };
}

/** Closing a full store may report once more that it is full. */
function closeFull(store: Store): void {
  try {
    store.close();
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'bad-store' });
  }
}

describe('an evolution on the store', () => {
  it('ends with graders, audits and what became of every detector', async () => {
    const { finished, exported } = await wholeRun();
    const { result } = finished;
    expect(result.cells.map(({ seed }) => seed)).toEqual([42, 7]);
    for (const cell of result.cells) {
      expect(cell.expression).toMatch(/sees_|drafted_/);
      expect(cell.rounds).toBe(4);
      expect(cell.audit?.expressionOnly.n).toBe(16);
      expect(cell.devCoverage?.fail.of).toBe(5);
      expect(cell.handSeed.expression).toBe('(any sees_crash sees_wrong)');
      expect(cell.births + cell.rejections).toBeGreaterThan(0);
      expect(cell.pool.active + cell.pool.shadow + cell.pool.retired).toBe(4 + cell.births);
    }
    const objectives = result.cells.map(({ objective }) => objective ?? 0);
    expect(result.bestSeed).toBe(result.cells[objectives.indexOf(Math.max(...objectives))]?.seed);
    expect(result.mean.objective.mean).toBeCloseTo(objectives.reduce((sum, one) => sum + one, 0) / 2, 12);

    const rows = (name: string): Record<string, unknown>[] =>
      (exported[`${name}.jsonl`] ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows('rounds')).toHaveLength(8);
    expect(rows('audits')).toHaveLength(8);
    expect(rows('verdicts')).toHaveLength(8 * (10 + 20 + 16));
    const drafts = result.cells.reduce((sum, { births, rejections }) => sum + births + rejections, 0);
    expect(rows('drafts').filter(({ fate }) => fate !== 'promoted')).toHaveLength(drafts);
    expect(rows('pool').length).toBe(result.cells.reduce((sum, { births }) => sum + 4 + births, 0));
    expect(
      rows('candidates').every(({ fate, source }) => typeof fate === 'string' && typeof source === 'string'),
    ).toBe(true);
  });

  it('gives equal bytes for equal config, whatever the jobs and the order of seeds', async () => {
    const first = await wholeRun();
    const second = await run({ ...request, jobs: 1 });
    expect(second.finished.result).toEqual(first.finished.result);
    expect(second.exported).toEqual(first.exported);
    expect((await run({ ...request, seeds: [7, 42] })).exported).toEqual(first.exported);
    for (const text of Object.values(first.exported)) expect(text).not.toContain(first.place);
  });

  it.each([1, 3, 7])('stopped after %i rounds and resumed, gives the same bytes', async (rounds) => {
    const whole = await wholeRun();
    const place = folder();
    // One seed at a time: of two, the other may be committing its last round when the signal comes.
    const asked = { ...request, jobs: rounds === 7 ? 1 : 2 };
    await expect(run(asked, stopAfter(rounds), place)).rejects.toMatchObject({ code: 'stopped' });

    const store = openStore({ folder: place, mode: 'write' });
    const stopped = store.runs.get('r1');
    expect(stopped.status).toBe('stopped');
    const told: EvolveProgress[] = [];
    const resumed = await resumeEvolve(
      stopped,
      undefined,
      environment(store, { onProgress: (progress) => told.push(progress) }),
    );
    expect(told.filter(({ kind }) => kind === 'round').length).toBeLessThanOrEqual(8 - rounds);
    expect(resumed.result).toEqual(whole.finished.result);
    expect(exportOf(store, 'r1')).toEqual(whole.exported);
    expect(store.runs.get('r1').status).toBe('finished');
    store.close();
  });

  it('reuses finished cells without solving anything again', async () => {
    const first = await wholeRun();
    let solved = 0;
    const again = await run(request, { openWorld: fakeWorld({ onSolve: () => solved++ }) }, first.place);
    expect(solved).toBe(0);
    expect(again.finished.run.id).not.toBe(first.finished.run.id);
    expect(again.finished.reused).toEqual([42, 7]);
    expect(again.finished.result).toEqual(first.finished.result);
    expect(again.exported).toEqual(first.exported);
  });

  it('continues cells when more rounds are asked for, and reads fewer from longer ones', async () => {
    const short = await run({ ...request, rounds: 2 });
    const told: EvolveProgress[] = [];
    const longer = await run(request, { onProgress: (progress) => told.push(progress) }, short.place);
    expect(told.filter(({ kind }) => kind === 'round')).toHaveLength(4);
    const whole = await wholeRun();
    expect(longer.finished.result).toEqual(whole.finished.result);
    expect(longer.exported).toEqual(whole.exported);

    const shorter = await run({ ...request, rounds: 2 }, {}, whole.place);
    expect(shorter.finished.reused).toEqual([42, 7]);
    expect(shorter.finished.result).toEqual(short.finished.result);
    expect(shorter.exported).toEqual(short.exported);
  });

  it('keeps cells apart whose results could differ', async () => {
    const first = await wholeRun();
    const changed = { ...request, guards: { ...request.guards, failClosed: false } };
    expect((await run(changed, {}, first.place)).finished.reused).toEqual([]);
    const otherFamily = { openWorld: fakeWorld({ version: 'fake-2' }) };
    expect((await run(request, otherFamily, first.place)).finished.reused).toEqual([]);
  });

  it('draws a pack for each seed when anchors are resampled', async () => {
    const { finished } = await run({ ...request, resampleAnchors: true });
    const [a, b] = finished.result.cells.map(({ pack }) => pack['hash']);
    expect(a).not.toBe(b);
  });

  it('refuses to resume what can no longer give the same bytes', async () => {
    const place = folder();
    await expect(run(request, stopAfter(2), place)).rejects.toMatchObject({ code: 'stopped' });
    const store = openStore({ folder: place, mode: 'write' });
    const other = environment(store, { openWorld: fakeWorld({ version: 'fake-2' }) });
    await expect(resumeEvolve(store.runs.get('r1'), undefined, other)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('cannot be continued') as string,
    });
    expect(store.runs.get('r1').status).toBe('stopped');
    store.close();
  });

  it('keeps what is finished when the store is full, and says how to go on', async () => {
    const whole = await wholeRun();
    const { place } = await run({ ...request, rounds: 2 });
    const pages = Math.ceil(statSync(join(place, 'pawl.sqlite')).size / 4096);
    const tight = openStore({ folder: place, mode: 'write', maxPages: pages });
    await expect(startEvolve(request, environment(tight))).rejects.toMatchObject({
      code: 'bad-store',
      message: expect.stringContaining('cannot grow') as string,
    });
    closeFull(tight);

    const roomy = openStore({ folder: place, mode: 'write' });
    const kept = roomy.runs.cellsOf('r2').map(({ cell }) => roomy.rounds.count(cell, 0));
    expect(Math.min(...kept)).toBeGreaterThanOrEqual(2);
    expect(kept).not.toEqual([4, 4]);
    const resumed = await resumeEvolve(roomy.runs.get('r2'), undefined, environment(roomy));
    expect(resumed.result).toEqual(whole.finished.result);
    expect(exportOf(roomy, 'r2')).toEqual(whole.exported);
    roomy.close();
  });

  it('keeps no round in which the sandbox failed, and goes on when it works again', async () => {
    const whole = await wholeRun();
    const store = openStore({ folder: folder(), mode: 'write' });
    const broken = environment(store, { openWorld: fakeWorld({ sandboxBreaksAfter: 12 }) });
    await expect(startEvolve(request, broken)).rejects.toMatchObject({ code: 'sandbox' });
    expect(store.runs.get('r1').status).toBe('failed');
    const resumed = await resumeEvolve(store.runs.get('r1'), undefined, environment(store));
    expect(resumed.result).toEqual(whole.finished.result);
    expect(exportOf(store, 'r1')).toEqual(whole.exported);
    store.close();
  });

  it('writes graders that give the stored verdicts from the file alone', async () => {
    const { place, finished, exported } = await wholeRun();
    const written = writeGraders(place, finished);
    expect(written.map(({ seed }) => seed)).toEqual([42, 7]);
    const world = await oneFakeWorld();
    const rows = readOutputs(exported['outputs.jsonl'] ?? '', 'outputs.jsonl', world.family.tasks);
    const stored = (exported['verdicts.jsonl'] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { cell: string; round: number; item: string; verdict: string });
    for (const { seed, path } of written) {
      const items = rows.map(({ item }) => item);
      const grades = await grade(loadGraderFile(path), items, world.grading);
      const byItem = new Map(grades.map(({ itemId, verdict }) => [itemId, verdict]));
      const last = stored.filter(
        ({ cell, round }) => cell.startsWith(`code/evolution/${seed}/`) && round === 3,
      );
      expect(last.length).toBe(46);
      expect(last.map(({ item }) => byItem.get(item))).toEqual(last.map(({ verdict }) => verdict));
    }
  });
});

describe('outputs of a run in the form that grading reads', () => {
  it('names embedded tasks, and brings any other once', async () => {
    const embedded = await wholeRun();
    const own = await run(request, { openWorld: fakeWorld({ tasks: 'file' }) });
    const tasks = (text: string | undefined): Record<string, unknown>[] =>
      (text ?? '')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { task: Record<string, unknown> }).task);
    expect(tasks(embedded.exported['outputs.jsonl']).every((task) => !('prompt' in task))).toBe(true);

    const brought = tasks(own.exported['outputs.jsonl']);
    const seen = new Set<unknown>();
    for (const task of brought) {
      expect('prompt' in task).toBe(!seen.has(task['id']));
      seen.add(task['id']);
    }
    const read = readOutputs(own.exported['outputs.jsonl'] ?? '', 'outputs.jsonl', []);
    expect(read).toHaveLength(brought.length);
  });
});
