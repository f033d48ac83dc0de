import type { BudgetCaps } from '../../../src/roles/model/budget.js';
import { memoryCallStore } from '../../../src/roles/model/call-store.js';
import { readEndpoint } from '../../../src/roles/model/credentials.js';
import type { Limits } from '../../../src/roles/model/limiter.js';
import { createMessagesApi } from '../../../src/roles/model/messages-api.js';
import { createModelClient, type ModelClient, type Patience } from '../../../src/roles/model/model-client.js';
import type { ModelCall } from '../../../src/roles/model/model-call.js';
import { stoppedByCaller, type Pause } from '../../../src/roles/model/pause.js';
import { readPrices } from '../../../src/roles/model/prices.js';

/** A key as the public API gives them; no part of it may be shown anywhere. */
export const secretKey = 'sk-ant-test-0123456789abcdef';

/** A client on a server, with waits that are noted and not waited. */
export interface TestClient {
  readonly client: ModelClient;
  readonly store: ReturnType<typeof memoryCallStore>;
  /** Milliseconds of every wait before a retry or for the minute's limit. */
  readonly waits: number[];
}

/** Limits that no test reaches unless it sets its own. */
export const testPatience: Patience = {
  idleMs: 20_000,
  deadlineMs: 120_000,
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
};

/** Makes a client for tests. */
export function testClient(
  url: string,
  options: {
    readonly caps?: Partial<BudgetCaps>;
    readonly limits?: Limits;
    readonly maxRetries?: number;
    readonly patience?: Partial<Patience>;
    readonly offline?: boolean;
    readonly signal?: AbortSignal;
    readonly store?: ReturnType<typeof memoryCallStore>;
    readonly pause?: Pause;
    readonly now?: () => number;
  } = {},
): TestClient {
  const { caps, patience, store = memoryCallStore(), pause, now, ...rest } = options;
  const waits: number[] = [];
  const endpoint = readEndpoint({ ANTHROPIC_API_KEY: secretKey, ANTHROPIC_BASE_URL: url }, false);
  const client = createModelClient({
    endpoint,
    send: createMessagesApi(endpoint, Date.now),
    store,
    prices: readPrices(),
    caps: { maxCostMicroUsd: null, maxCalls: null, ...caps },
    patience: { ...testPatience, ...patience },
    pause:
      pause ??
      (async (ms, signal) => {
        if (signal.aborted) throw stoppedByCaller();
        waits.push(ms);
      }),
    ...(now === undefined ? {} : { now }),
    ...rest,
  });
  return { client, store, waits };
}

/** A short call; streamed when it may become long. */
export function callOf(change: Partial<ModelCall> = {}): ModelCall {
  return {
    role: 'judge',
    model: 'claude-opus-4-7',
    prompt: 'judge.md 000000000000',
    system: 'You judge.',
    turns: [{ role: 'user', content: 'Is it wrong?' }],
    maxTokens: 100,
    schema: null,
    draw: '0',
    ...change,
  };
}
