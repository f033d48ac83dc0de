import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PawlError } from '../../src/errors.js';
import { callOf, secretKey, testClient } from '../roles/model/client.js';
import { startFakeServer, type Behaviour, type FakeServer } from '../support/fake-messages-server.js';

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer(() => ({ kind: 'ok', text: 'fine' }));
});
afterAll(() => server.close());

const short = callOf({ maxTokens: 100 });
/** Long enough to be streamed. */
const long = callOf({ maxTokens: 8_000 });
/** 100 tokens in at $5 and 20 out at $25 a million. */
const usualCost = 1_000;
/** The most that a call can cost: its bytes at the rate of a cache write, and all tokens out. */
const most = ({ maxTokens }: { maxTokens: number }): number =>
  Math.ceil(
    (Buffer.byteLength(JSON.stringify([short.system, short.turns, null])) + 512) * 6.25 + maxTokens * 25,
  );

const again = (status: number, retryAfter?: string): Behaviour => ({
  kind: 'error',
  status,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

interface Fault {
  readonly name: string;
  readonly script: readonly Behaviour[];
  readonly call?: typeof short;
  readonly maxRetries?: number;
  /** An answer's outcome, or the code of the error. */
  readonly outcome: 'answered' | 'truncated' | 'refused' | PawlError['code'];
  readonly says?: RegExp;
  readonly requests: number;
  /** Known cost and the most that an unknown one can be, over all attempts. */
  readonly spent: number;
  readonly waits?: readonly (number | readonly [number, number])[];
}

const faults: readonly Fault[] = [
  { name: 'ok', script: [], outcome: 'answered', requests: 1, spent: usualCost },
  { name: 'ok, streamed', script: [], call: long, outcome: 'answered', requests: 1, spent: usualCost },
  {
    name: '429 with retry-after of 1 s',
    script: [again(429, '1.9')],
    outcome: 'answered',
    requests: 2,
    spent: usualCost,
    waits: [1_900],
  },
  {
    name: '429 with retry-after of a day',
    script: [again(429, '86400')],
    outcome: 'stopped',
    says: /asks to wait 86400 s .* longer than the 60 s/,
    requests: 1,
    spent: 0,
    waits: [],
  },
  {
    name: '429 without end',
    script: [again(429), again(429), again(429)],
    maxRetries: 2,
    outcome: 'environment',
    says: /judge \(claude-opus-4-7\) .* 429 .*, 3 times/,
    requests: 3,
    spent: 0,
    waits: [
      [750, 1_250],
      [1_500, 2_500],
    ],
  },
  {
    name: '529',
    script: [again(529)],
    outcome: 'answered',
    requests: 2,
    spent: usualCost,
    waits: [[750, 1_250]],
  },
  {
    name: '500',
    script: [again(500)],
    outcome: 'answered',
    requests: 2,
    spent: usualCost,
    waits: [[750, 1_250]],
  },
  {
    name: '500, no retries wanted',
    script: [again(500)],
    maxRetries: 0,
    outcome: 'environment',
    says: /500/,
    requests: 1,
    spent: 0,
    waits: [],
  },
  {
    name: '401',
    script: [again(401)],
    outcome: 'environment',
    says: /401/,
    requests: 1,
    spent: 0,
    waits: [],
  },
  {
    name: '400',
    script: [again(400)],
    outcome: 'environment',
    says: /400/,
    requests: 1,
    spent: 0,
    waits: [],
  },
  {
    name: '404',
    script: [again(404)],
    outcome: 'environment',
    says: /404/,
    requests: 1,
    spent: 0,
    waits: [],
  },
  {
    name: '400 on temperature: none is sent',
    script: [{ kind: 'strict', text: 'fine' }],
    outcome: 'answered',
    requests: 1,
    spent: usualCost,
  },
  {
    name: 'HTML with status 200',
    script: [{ kind: 'html' }],
    outcome: 'environment',
    says: /200 with a page of HTML: <!doctype html>/,
    requests: 1,
    spent: 0,
    waits: [],
  },
  {
    name: 'missing usage',
    script: [{ kind: 'no-usage', text: 'fine' }],
    outcome: 'answered',
    requests: 1,
    spent: most(short),
  },
  {
    name: 'missing usage, streamed',
    script: [{ kind: 'no-usage', text: 'fine' }],
    call: long,
    outcome: 'answered',
    requests: 1,
    spent: most(long),
  },
  {
    name: 'truncated',
    script: [{ kind: 'truncated', text: 'fi' }],
    outcome: 'truncated',
    requests: 1,
    spent: usualCost,
  },
  {
    name: 'truncated, streamed',
    script: [{ kind: 'truncated', text: 'fi' }],
    call: long,
    outcome: 'truncated',
    requests: 1,
    spent: usualCost,
  },
  { name: 'refusal', script: [{ kind: 'refusal' }], outcome: 'refused', requests: 1, spent: usualCost },
  {
    name: 'stall before headers',
    script: [{ kind: 'stall-before-headers' }],
    outcome: 'answered',
    requests: 2,
    spent: usualCost + most(short),
    waits: [[750, 1_250]],
  },
  {
    name: 'stall before headers, no retries wanted',
    script: [{ kind: 'stall-before-headers' }],
    maxRetries: 0,
    outcome: 'environment',
    says: /no answer began within 150 ms/,
    requests: 1,
    spent: most(short),
  },
  {
    name: 'stall in the middle of a stream',
    script: [{ kind: 'stall-mid-answer' }],
    call: long,
    maxRetries: 0,
    outcome: 'environment',
    says: /the answer stopped coming within 150 ms/,
    requests: 1,
    spent: most(long),
  },
  {
    name: 'stall in the middle of a body',
    script: [{ kind: 'stall-mid-answer' }],
    outcome: 'answered',
    requests: 2,
    spent: usualCost + most(short),
  },
  {
    name: 'error in the middle of a stream',
    script: [{ kind: 'error-mid-stream' }],
    call: long,
    outcome: 'answered',
    requests: 2,
    spent: usualCost,
  },
  {
    name: 'a stream that ends in the middle',
    script: [{ kind: 'cut-mid-stream' }],
    call: long,
    maxRetries: 0,
    outcome: 'environment',
    says: /ended in the middle/,
    requests: 1,
    spent: most(long),
  },
  {
    name: 'reset',
    script: [{ kind: 'reset' }],
    maxRetries: 0,
    outcome: 'environment',
    says: /connection broke/,
    requests: 1,
    spent: most(short),
  },
  {
    name: 'reset, then fine',
    script: [{ kind: 'reset' }],
    outcome: 'answered',
    requests: 2,
    spent: usualCost + most(short),
  },
];

describe('what a server can do', () => {
  it.each(faults)('$name', async (fault) => {
    const { client, store, waits } = testClient(server.url, {
      ...(fault.maxRetries === undefined ? {} : { maxRetries: fault.maxRetries }),
      ...(fault.name.includes('stall') ? { patience: { idleMs: 150 } } : {}),
    });
    const before = server.requests.length;
    server.script(...fault.script);
    const asked = client.call(fault.call ?? short);

    if (['answered', 'truncated', 'refused'].includes(fault.outcome)) {
      expect((await asked).outcome).toBe(fault.outcome);
    } else {
      const error = await asked.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(PawlError);
      expect((error as PawlError).code).toBe(fault.outcome);
      expect((error as PawlError).message).toMatch(fault.says ?? /./);
      expect(JSON.stringify([(error as PawlError).message, (error as PawlError).hint])).not.toContain(
        secretKey,
      );
    }
    expect(server.requests.length - before).toBe(fault.requests);
    expect(client.spent()).toEqual({ calls: fault.says === undefined ? 1 : 0, microUsd: fault.spent });
    expect(store.spent('').microUsd).toBe(fault.spent);
    // Every failed attempt is a row; only the answer can be found again.
    expect(store.sent.length).toBe(fault.requests);
    if (fault.says !== undefined) {
      expect(store.sent.map(({ key, error }) => [store.find(key), error !== null])).toEqual(
        Array.from({ length: fault.requests }, () => [undefined, true]),
      );
    }
    if (fault.waits !== undefined) {
      expect(waits.length).toBe(fault.waits.length);
      for (const [index, wanted] of fault.waits.entries()) {
        const [low, high] = typeof wanted === 'number' ? [wanted, wanted] : wanted;
        expect(waits[index]).toBeGreaterThanOrEqual(low);
        expect(waits[index]).toBeLessThanOrEqual(high);
      }
    }
    expect(JSON.stringify(store.sent)).not.toContain(secretKey);
    await client.close();
  });

  it('that is not there', async () => {
    const gone = await startFakeServer();
    await gone.close();
    const { client } = testClient(gone.url, { maxRetries: 1 });
    const error = await client.call(short).catch((thrown: unknown) => thrown);
    expect((error as PawlError).code).toBe('environment');
    expect((error as PawlError).message).toMatch(/cannot be reached \(ECONNREFUSED\), 2 times/);
    expect(client.spent()).toEqual({ calls: 0, microUsd: 0 });
  });

  it('within the deadline of the whole call', async () => {
    const { client } = testClient(server.url, { patience: { idleMs: 10_000, deadlineMs: 80 } });
    server.script({ kind: 'stall-before-headers' });
    const started = performance.now();
    const error = await client.call(short).catch((thrown: unknown) => thrown);
    expect((error as PawlError).message).toMatch(/the time for the whole call is over/);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
