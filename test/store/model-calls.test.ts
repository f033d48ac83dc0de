import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryCallStore, type SentCall } from '../../src/roles/model/call-store.js';
import { callKey, fieldsOf, type CallIdentity } from '../../src/roles/model/model-call.js';
import { openStore, type Store } from '../../src/store/store.js';

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-calls-'));
  store = openStore({ folder, mode: 'write' });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const identity: CallIdentity = {
  role: 'judge',
  model: 'm',
  prompt: 'judge.md 1',
  system: 's',
  turns: [{ role: 'user', content: 'u' }],
  maxTokens: 10,
  schema: { type: 'object' },
  draw: '0',
  baseUrl: 'http://x',
  apiVersion: 'v',
};
const usage = { input: 100, cacheWrite: 1, cacheRead: 2, output: 20 };

function sent(
  change: Partial<CallIdentity>,
  outcome: 'answered' | 'refused' | 'error',
  run = 'r1',
): SentCall {
  const asked = { ...identity, ...change };
  return {
    key: callKey(asked),
    identity: asked,
    scope: { run, arm: 'co', seed: 42, phase: 'grader', round: 1 },
    answer:
      outcome === 'error' ? null : { outcome, text: 'yes', stopReason: 'end_turn', servedBy: 'm', usage },
    error: outcome === 'error' ? 'http: 500' : null,
    attempt: 1,
    costMicroUsd: outcome === 'error' ? null : 1_000,
    atMostMicroUsd: outcome === 'error' ? 50 : null,
    sentAt: '2026-01-01T00:00:00.000Z',
    tookMs: 5,
  };
}

it('finds answers again, after the process too, and failures never', () => {
  store.calls.record(sent({ draw: 'failed' }, 'error'));
  store.calls.record(sent({ draw: 'fine' }, 'answered'));
  store.calls.record(sent({ draw: 'refused' }, 'refused'));
  store.close();
  store = openStore({ folder, mode: 'write' });
  const find = (draw: string): string | undefined =>
    store.calls.find(callKey({ ...identity, draw }))?.outcome;
  expect(['failed', 'fine', 'refused'].map(find)).toEqual([undefined, 'answered', 'refused']);
  store.calls.record(sent({ draw: 'failed' }, 'answered'));
  expect(find('failed')).toBe('answered');
  expect(store.calls.get('c2')).toMatchObject({
    id: 'c2',
    outcome: 'answered',
    identity: { draw: 'fine' },
    usage,
  });
  expect(store.calls.size()).toMatchObject({ answers: 3, failures: 1 });
});

it('sums up by run, arm, phase, role and model', () => {
  store.calls.record(sent({ draw: '0' }, 'answered'));
  store.calls.record(sent({ draw: '1' }, 'refused'));
  store.calls.record(sent({ draw: '2' }, 'error'));
  store.calls.record(sent({ draw: '3' }, 'answered', 'r2'));
  store.calls.reused({ run: 'r1', arm: 'co', seed: 42, phase: 'grader', round: 2 }, 'judge', 'm');
  store.calls.reused({ run: 'r1', arm: 'co', seed: 7, phase: 'grader', round: 2 }, 'judge', 'm');
  expect(store.calls.summary('r1')).toEqual([
    {
      run: 'r1',
      arm: 'co',
      phase: 'grader',
      role: 'judge',
      model: 'm',
      calls: 2,
      unusable: 1,
      failures: 1,
      hits: 2,
      tokens: { input: 200, cacheWrite: 2, cacheRead: 4, output: 40 },
      costMicroUsd: 2_000,
      atMostMicroUsd: 50,
      unpriced: 0,
    },
  ]);
  expect(store.calls.summary().map(({ run }) => run)).toEqual(['r1', 'r2']);
  expect(store.calls.spent('r1')).toEqual({ calls: 2, microUsd: 2_050 });
  expect(store.calls.clear()).toBe(4);
  expect(store.calls.summary()).toEqual([]);
});

it('finds the nearest call as a store in memory does', () => {
  const memory = memoryCallStore();
  const changes: Partial<CallIdentity>[] = [
    { draw: '1' },
    { model: 'n', draw: '1' },
    { schema: null },
    { role: 'solver' },
    { turns: [{ role: 'user', content: 'v' }], system: 't' },
  ];
  for (const change of changes) {
    memory.record(sent(change, 'answered'));
    store.calls.record(sent(change, 'answered'));
  }
  memory.record(sent({}, 'error'));
  store.calls.record(sent({}, 'error'));
  for (const change of [
    {},
    { draw: '1', model: 'o' },
    { schema: null, draw: '2' },
    { role: 'final' as const },
  ]) {
    const fields = fieldsOf({ ...identity, ...change });
    expect(store.calls.nearest(fields)).toEqual(memory.nearest(fields));
  }
});
