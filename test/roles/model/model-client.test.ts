import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BudgetStop } from '../../../src/roles/model/budget.js';
import { memoryCallStore } from '../../../src/roles/model/call-store.js';
import { realPause } from '../../../src/roles/model/pause.js';
import { apiVersion } from '../../../src/roles/model/model-call.js';
import { startFakeServer, type FakeServer } from '../../support/fake-messages-server.js';
import { callOf, secretKey, testClient } from './client.js';

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer((_, occurrence) => ({ kind: 'ok', text: `answer ${occurrence}` }));
});
afterAll(() => server.close());

const draws = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

/** The requests that came while something was done. */
async function requestsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = server.requests.length;
  await work();
  return server.requests.length - before;
}

describe('what is asked once', () => {
  it('sends 30 draws of one prompt as 30 calls, and none when they are repeated', async () => {
    const { client, store } = testClient(server.url);
    const ask = async (): Promise<string[]> =>
      Promise.all(draws(30).map(async (draw) => (await client.call(callOf({ draw }))).text));
    let first: string[] = [];
    let second: string[] = [];
    expect(await requestsDuring(async () => (first = await ask()))).toBe(30);
    expect(await requestsDuring(async () => (second = await ask()))).toBe(0);
    expect(second).toEqual(first);
    expect(new Set(first).size).toBe(30);
    expect(client.counts()).toEqual({ paid: 30, reused: 30, retries: 0 });
    // Another client on the same store pays nothing either.
    const other = testClient(server.url, { store });
    expect(await requestsDuring(() => other.client.call(callOf({ draw: '7' })))).toBe(0);
    expect(other.client.spent().microUsd).toBe(0);
  });

  it('sends equal calls that come together once', async () => {
    const { client } = testClient(server.url);
    const call = callOf({ draw: 'together' });
    expect(await requestsDuring(() => Promise.all([1, 2, 3].map(() => client.call(call))))).toBe(1);
    expect(client.counts()).toEqual({ paid: 1, reused: 2, retries: 0 });
  });

  it('finds truncated and refused answers again', async () => {
    const { client } = testClient(server.url);
    server.script({ kind: 'refusal' });
    const call = callOf({ draw: 'refused' });
    await client.call(call);
    expect(await requestsDuring(() => client.call(call))).toBe(0);
    expect((await client.call(call)).outcome).toBe('refused');
  });

  it('speaks the version that is part of every key, and sends the key both ways', async () => {
    const { client } = testClient(server.url);
    await client.call(callOf({ draw: 'headers' }));
    const { headers, body, path } = server.requests.at(-1) ?? expect.fail('no request');
    expect(path).toBe('/v1/messages');
    expect(headers['anthropic-version']).toBe(apiVersion);
    expect(headers.authorization).toBe(`Bearer ${secretKey}`);
    expect(headers['x-api-key']).toBe(secretKey);
    expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'system']);
  });

  it('lets a server keep a long system part, and prices kept tokens once', async () => {
    const { client, store } = testClient(server.url);
    server.script({ kind: 'cached', text: 'fine', write: 2_000, read: 3_000 });
    await client.call(callOf({ system: 'word '.repeat(1_000) }));
    expect(server.requests.at(-1)?.body.system[0]?.cache_control).toEqual({ type: 'ephemeral' });
    // 100 × 5 + 2,000 × 6.25 + 3,000 × 0.5 + 20 × 25
    expect(store.sent[0]?.costMicroUsd).toBe(500 + 12_500 + 1_500 + 500);
    await client.call(callOf({ draw: 'short system' }));
    expect(server.requests.at(-1)?.body.system[0]).not.toHaveProperty('cache_control');
  });
});

describe('caps', () => {
  it('stops after --max-calls; stored answers do not count', async () => {
    const store = memoryCallStore();
    const { client } = testClient(server.url, { caps: { maxCalls: 3 }, store });
    const asked = await requestsDuring(async () => {
      const ends = await Promise.allSettled(
        draws(10).map((draw) => client.call(callOf({ draw: `cap/${draw}` }))),
      );
      const refused = ends.filter((end) => end.status === 'rejected');
      expect(refused.length).toBe(7);
      expect((refused[0]?.reason as BudgetStop).message).toMatch(/3 of --max-calls 3 model calls are made/);
      expect((refused[0]?.reason as BudgetStop).raise).toBe('--max-calls 6');
    });
    expect(asked).toBe(3);
    // The run goes on with a higher cap: only what is missing is paid.
    const later = testClient(server.url, { caps: { maxCalls: 10 }, store }).client;
    later.beginRun('');
    expect(later.spent().calls).toBe(3);
    const rest = await requestsDuring(() =>
      Promise.all(draws(10).map((draw) => later.call(callOf({ draw: `cap/${draw}` })))),
    );
    expect(rest).toBe(7);
    expect(later.spent()).toEqual({ calls: 10, microUsd: 10_000 });
  });

  it('reserves the most that a call can cost, and waits while calls under way may yet leave something', async () => {
    // A call of 1,000 tokens can cost 0.03 dollars and costs 0.001: three fit one after the other, never two at once.
    const { client } = testClient(server.url, { caps: { maxCostMicroUsd: 32_000 } });
    const ends = await Promise.allSettled(
      draws(3).map((draw) => client.call(callOf({ draw: `money/${draw}`, maxTokens: 1_000 }))),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await expect(client.call(callOf({ draw: 'money/large', maxTokens: 1_200 }))).rejects.toThrow(
      /\$0.0030 of --max-cost 0.032 are spent and the next call can cost up to \$0.03/,
    );
    expect(client.spent()).toEqual({ calls: 3, microUsd: 3_000 });
  });

  it('refuses a model without a price under a cost cap, and runs it without one', async () => {
    const call = callOf({ model: 'local-model', draw: 'no price' });
    const { client } = testClient(server.url, { caps: { maxCostMicroUsd: 1_000_000 } });
    expect(await requestsDuring(() => client.call(call).catch(() => undefined))).toBe(0);
    await expect(client.call(call)).rejects.toThrow(/no price is known for 'local-model' \(judge\)/);
    const free = testClient(server.url);
    await free.client.call(call);
    expect(free.store.sent[0]).toMatchObject({ costMicroUsd: null, atMostMicroUsd: null });
  });

  it('keeps within requests under way and requests a minute', async () => {
    let clock = 0;
    const waits: number[] = [];
    const { client } = testClient(server.url, {
      limits: { concurrency: 2, requestsPerMinute: 60 },
      now: () => clock,
      pause: async (ms) => {
        waits.push(ms);
        clock += ms;
      },
    });
    for (const draw of draws(3)) await client.call(callOf({ draw: `pace/${draw}` }));
    expect(waits).toEqual([1_000, 1_000]);

    const narrow = testClient(server.url, { limits: { concurrency: 2, requestsPerMinute: null } }).client;
    server.script({ kind: 'held', text: 'a' }, { kind: 'held', text: 'b' });
    const before = server.requests.length;
    const asked = Promise.all(draws(5).map((draw) => narrow.call(callOf({ draw: `narrow/${draw}` }))));
    await server.came(before + 2);
    expect(server.requests.length).toBe(before + 2);
    server.release();
    await asked;
    expect(server.requests.length).toBe(before + 5);
  });
});

describe('stopping', () => {
  it('ends a wait before a retry at once', async () => {
    const stop = new AbortController();
    const { client } = testClient(server.url, { signal: stop.signal, pause: realPause });
    server.script({ kind: 'error', status: 529, retryAfter: '30' });
    const before = server.requests.length;
    const asked = client.call(callOf({ draw: 'abort' })).catch((thrown: unknown) => thrown);
    await server.came(before + 1);
    // One more turn of the loop, so that the wait has begun.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const started = performance.now();
    stop.abort();
    expect(await asked).toMatchObject({ code: 'stopped' });
    expect(performance.now() - started).toBeLessThan(100);
  });

  it('waits at its end for an answer that is under way, and stores it', async () => {
    const stop = new AbortController();
    const { client, store } = testClient(server.url, { signal: stop.signal });
    server.script({ kind: 'held', text: 'late' });
    const before = server.requests.length;
    const asked = client.call(callOf({ draw: 'late' }));
    await server.came(before + 1);
    stop.abort();
    const closing = client.close(5_000);
    await expect(client.call(callOf({ draw: 'too late' }))).rejects.toMatchObject({ code: 'stopped' });
    server.release();
    await closing;
    expect((await asked).text).toBe('late');
    expect(store.sent.length).toBe(1);
  });

  it('cuts off what does not come within the grace', async () => {
    const { client, store } = testClient(server.url, { patience: { idleMs: 10_000 } });
    server.script({ kind: 'stall-before-headers' });
    const before = server.requests.length;
    const asked = client.call(callOf({ draw: 'cut off' })).catch((thrown: unknown) => thrown);
    await server.came(before + 1);
    await client.close(20);
    expect(await asked).toMatchObject({ code: 'environment' });
    expect(store.sent[0]?.error).toMatch(/^cut-off/);
  });

  it('leaves no listener behind, over 1,000 calls', async () => {
    const stop = new AbortController();
    const { client } = testClient(server.url, {
      signal: stop.signal,
      limits: { concurrency: 8, requestsPerMinute: null },
    });
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    await Promise.all(
      draws(1_000).map((draw) =>
        client.call(callOf({ draw: `leak/${draw}`, maxTokens: Number(draw) % 2 === 0 ? 10 : 5_000 })),
      ),
    );
    process.off('warning', onWarning);
    expect(getEventListeners(stop.signal, 'abort').length).toBeLessThanOrEqual(1);
    expect(warnings).toEqual([]);
    await client.close();
    expect(getEventListeners(stop.signal, 'abort').length).toBe(0);
  });
});

describe('from stored calls alone', () => {
  const stored = callOf({ draw: 'stored', schema: { type: 'object' } });
  const changes = [
    ['model', { model: 'claude-opus-4-8' }],
    ['prompt', { prompt: 'judge.md 111111111111', system: 'You judge well.' }],
    ['schema', { schema: { type: 'array' } }],
    ['max tokens', { maxTokens: 101 }],
    ['input', { turns: [{ role: 'user' as const, content: 'Is it right?' }] }],
    ['draw', { draw: 'another' }],
  ] as const;

  it.each(changes)('a changed %s is not found, and is named', async (field, change) => {
    const store = memoryCallStore();
    await testClient(server.url, { store }).client.call(stored);
    const { client } = testClient(server.url, { store, offline: true });
    expect((await client.call(stored)).text).toMatch(/^answer/);
    const call = client.call({ ...stored, ...change });
    await expect(call).rejects.toMatchObject({ code: 'not-found' });
    await expect(call).rejects.toThrow(`the nearest stored one differs in '${field}'`);
  });

  it('a changed base URL is not found, and is named', async () => {
    const store = memoryCallStore();
    await testClient(server.url, { store }).client.call(stored);
    const { client } = testClient('http://127.0.0.1:1', { store, offline: true });
    await expect(client.call(stored)).rejects.toThrow(
      `differs in 'base URL': asked http://127.0.0.1:1, stored ${server.url}`,
    );
  });

  it('says so when nothing of the part is stored', async () => {
    const { client } = testClient(server.url, { offline: true });
    await expect(client.call(stored)).rejects.toThrow('no call of the judge is stored');
  });
});

it('books calls to whom they are made for', async () => {
  const { client, store } = testClient(server.url);
  client.beginRun('r1');
  const scope = { arm: 'co', seed: 42, phase: 'grader', round: 3 };
  await client.within(scope, () => client.call(callOf({ draw: 'booked' })));
  await client.within({ ...scope, round: 4 }, () => client.call(callOf({ draw: 'booked' })));
  expect(store.sent[0]?.scope).toEqual({ run: 'r1', ...scope });
  expect(store.reuses[0]?.scope).toEqual({ run: 'r1', ...scope, round: 4 });
});
