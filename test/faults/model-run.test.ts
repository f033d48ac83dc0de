import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReportFamily } from '../../src/families/report/family.js';
import { createGrading } from '../../src/grading/grading.js';
import { armsResultOf } from '../../src/jobs/arms/arms-result.js';
import { mainOptions, type ArmsRequest } from '../../src/jobs/arms/request.js';
import { resumeArms, startArms, type ArmsEnvironment } from '../../src/jobs/arms/run.js';
import { defaultModelRequest, type ModelRequest } from '../../src/jobs/model-request.js';
import { openModels } from '../../src/jobs/open-models.js';
import { strictSandbox } from '../../src/jobs/strict-sandbox.js';
import type { OpenWorld } from '../../src/jobs/world.js';
import { BudgetStop } from '../../src/roles/model/budget.js';
import { createPythonSandbox } from '../../src/sandbox/python/pool.js';
import { openStore, type Store } from '../../src/store/store.js';
import { secretKey } from '../roles/model/client.js';
import { startFakeServer, type FakeServer } from '../support/fake-messages-server.js';

/** The report family in small: everything is really written, read and run. */
const openSmallWorld: OpenWorld = async ({ cache, children, roles: play }) => {
  const whole = createReportFamily({ tasks: createReportFamily().tasks.slice(0, 20) });
  const family = { ...whole, splitSizes: { train: 5, dev: 10, test: 4, untouched: 1 }, auditItemsPerTask: 1 };
  const sandbox = strictSandbox(createPythonSandbox({ children }));
  const roles = play?.({ family, sandbox }) ?? expect.fail('no models');
  return {
    family,
    tasks: 'embedded',
    candidates: undefined,
    unusable: [],
    roles,
    sandbox,
    grading: createGrading({ family, roles, sandbox, cache }),
    close: async () => sandbox.close(),
  };
};

/** Two grader rounds and three skill rounds of the Double Ratchet. */
const ratchet: ArmsRequest = {
  families: ['report'],
  arms: ['co'],
  seeds: [42],
  schedule: [{ grader: 2, skill: 3 }],
  evolutionRounds: 0,
  unrepaired: [],
  episode: null,
  replay: false,
  options: mainOptions,
  fork: null,
  jobs: 1,
};

let server: FakeServer;
let folder: string;
beforeAll(async () => {
  server = await startFakeServer();
  folder = mkdtempSync(join(tmpdir(), 'pawl-models-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Runs or resumes the ratchet on a store, and gives its result. One call at a time, so that equal requests come in their order. */
async function run(name: string, change: Partial<ModelRequest> = {}, resume = false): Promise<unknown> {
  const store = openStore({ folder: join(folder, name), mode: 'write' });
  const stop = new AbortController();
  const models = openModels(
    { ...defaultModelRequest, concurrency: 1, ...change },
    {
      calls: store.calls,
      openWorld: openSmallWorld,
      signal: stop.signal,
      environment: { ANTHROPIC_API_KEY: secretKey, ANTHROPIC_BASE_URL: server.url },
    },
  );
  const environment: ArmsEnvironment = {
    store,
    openWorld: models.openWorld,
    now: () => new Date(0),
    signal: stop.signal,
    onProgress: (progress) => {
      if (progress.kind === 'began') models.client.beginRun(progress.run.id);
    },
    workers: 'here',
  };
  try {
    const { run: done } = resume
      ? await resumeArms(store.runs.get('r1'), undefined, environment)
      : await startArms('run', ratchet, environment);
    return armsResultOf(store, done.id).result;
  } finally {
    await models.close();
    store.close();
  }
}

/** A store that holds the calls of another and nothing else. */
function withCallsOf(from: string, name: string): void {
  mkdirSync(join(folder, name));
  const path = join(folder, name, 'pawl.sqlite');
  copyFileSync(join(folder, from, 'pawl.sqlite'), path);
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  const others = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'model_calls' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all() as string[];
  for (const table of others) database.exec(`DELETE FROM ${table}`);
  database.close();
}

function reading<T>(name: string, read: (store: Store) => T): T {
  const store = openStore({ folder: join(folder, name), mode: 'read' });
  try {
    return read(store);
  } finally {
    store.close();
  }
}

describe('the Double Ratchet with real models', () => {
  let first: unknown;
  let paid = 0;

  it('goes from end to end, and books every call', async () => {
    const before = server.requests.length;
    first = await run('whole');
    paid = server.requests.length - before;
    const rows = reading('whole', (store) => store.calls.summary('r1'));
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(paid);
    const roles = (phase: string): string[] =>
      rows.filter((row) => row.phase === phase).map(({ role }) => role);
    expect(roles('screening')).toEqual(['solver', 'teacher']);
    expect(roles('grader')).toEqual(expect.arrayContaining(['composer', 'judge', 'observer']));
    expect(roles('skill')).toEqual(expect.arrayContaining(['critic', 'solver']));
    expect(roles('final judge')).toEqual(['final']);
    expect(rows.find(({ role }) => role === 'final')?.model).toBe('claude-opus-4-8');
    // Every answer reports 100 tokens in and 20 out: 1,000 micro-dollars at the price of both models.
    expect(reading('whole', (store) => store.calls.spent('r1'))).toEqual({
      calls: paid,
      microUsd: 1_000 * paid,
    });
  });

  it('again, from stored calls alone: the same result and no new call', async () => {
    withCallsOf('whole', 'offline');
    const before = server.requests.length;
    expect(await run('offline', { offline: true })).toEqual(first);
    expect(server.requests.length).toBe(before);
  });

  it('stops on --max-calls, resumes, and pays nothing twice', async () => {
    const before = server.requests.length;
    const whole = server.requests.slice(0, paid);
    server.forget();
    const half = Math.floor(paid / 2);
    const stopped = await run('capped', { maxCalls: half }).catch((thrown: unknown) => thrown);
    expect(stopped).toBeInstanceOf(BudgetStop);
    expect((stopped as BudgetStop).message).toContain(`${half} of --max-calls ${half} model calls are made`);
    expect(server.requests.length - before).toBe(half);
    expect(reading('capped', (store) => store.runs.get('r1'))).toMatchObject({ status: 'stopped' });

    // The cap is that of the run: what was paid before still counts.
    await expect(run('capped', { maxCalls: half }, true)).rejects.toBeInstanceOf(BudgetStop);
    expect(server.requests.length - before).toBe(half);
    expect(await run('capped', {}, true)).toEqual(first);
    // What was asked is what the run that was never stopped asked, each as often.
    const bodies = (requests: typeof whole): string[] =>
      requests.map(({ body }) => JSON.stringify(body)).sort();
    expect(bodies(server.requests.slice(before))).toEqual(bodies(whole));
  });

  it('never writes the key', () => {
    for (const name of ['whole', 'capped']) {
      expect(readFileSync(join(folder, name, 'pawl.sqlite')).includes(secretKey)).toBe(false);
      const texts = reading(name, (store) =>
        [...store.calls.iterate('r1')].map((call) => JSON.stringify(call)),
      );
      expect(texts.some((text) => text.includes(secretKey))).toBe(false);
    }
  });
});
