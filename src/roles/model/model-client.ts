import { AsyncLocalStorage } from 'node:async_hooks';
import { PawlError } from '../../errors.js';
import { hashedUnit } from '../../random.js';
import { createBudget, type BudgetCaps } from './budget.js';
import { CallFault } from './call-fault.js';
import { noScope, type CallScope, type CallStore, type Spent, type StoredAnswer } from './call-store.js';
import type { Endpoint } from './credentials.js';
import { createLimiter, type Limits } from './limiter.js';
import type { SendOnce } from './messages-api.js';
import {
  apiVersion,
  callKey,
  differences,
  fieldsOf,
  type CallIdentity,
  type ModelCall,
} from './model-call.js';
import { realPause, stoppedByCaller, type Pause } from './pause.js';
import { costMicroUsd, type ModelPrice, type PriceList } from './prices.js';

/** How long is waited for what. All in milliseconds. */
export interface Patience {
  /** The longest silence of a server. */
  readonly idleMs: number;
  /** The whole call, its retries and waits included. */
  readonly deadlineMs: number;
  /** First wait before a retry; doubled each time. */
  readonly firstWaitMs: number;
  /** The longest wait before a retry; a server that asks for more ends the call. */
  readonly longestWaitMs: number;
}

/** The waits that suit the public API. */
const usualPatience: Patience = {
  idleMs: 120_000,
  deadlineMs: 600_000,
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
};

/** Retries of a call that failed for a passing reason. */
export const usualRetries = 4;

/** What a client is made of. */
export interface ModelClientParts {
  readonly endpoint: Endpoint;
  readonly send: SendOnce;
  readonly store: CallStore;
  readonly prices: PriceList;
  readonly caps?: BudgetCaps;
  readonly limits?: Limits;
  readonly maxRetries?: number;
  readonly patience?: Patience;
  /** Answer from stored calls alone. */
  readonly offline?: boolean;
  /** Ends waits at once and lets nothing more be sent; what is under way may finish until {@link ModelClient.close}. */
  readonly signal?: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly pause?: Pause;
}

/** What a client has done since it was made. */
export interface ClientCounts {
  /** Calls answered by the server. */
  readonly paid: number;
  /** Calls answered from the store, or by a call that was under way. */
  readonly reused: number;
  readonly retries: number;
}

/** Asks models: every answer is stored, none is paid for twice, and no cap is overrun. */
export interface ModelClient {
  /**
   * @throws PawlError `stopped` (budget, signal, or a server that asks to wait too long), `environment` (key, model, server),
   * `not-found` (offline, and the call is not stored)
   */
  call(call: ModelCall): Promise<StoredAnswer>;
  /** Books everything that is asked within `work`, at whatever depth, to a scope. */
  within<T>(scope: Partial<CallScope>, work: () => Promise<T>): Promise<T>;
  /** From here on the budget is that of a run: what it spent before counts. */
  beginRun(run: string): void;
  spent(): Spent;
  readonly caps: BudgetCaps;
  counts(): ClientCounts;
  /** Lets nothing more be sent and waits, for so long, for what is under way: a paid answer is worth waiting for. */
  close(graceMs?: number): Promise<void>;
}

/**
 * A client over a way to send and a store.
 *
 * @example
 * const client = createModelClient({ endpoint, send, store: memoryCallStore(), prices: readPrices() });
 */
export function createModelClient(parts: ModelClientParts): ModelClient {
  const { endpoint, send, store, prices } = parts;
  const { offline = false, maxRetries = usualRetries, patience = usualPatience } = parts;
  const { now = Date.now, pause = realPause } = parts;
  const budget = createBudget(parts.caps ?? { maxCostMicroUsd: null, maxCalls: null });
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const stop = (): void => stopping.abort();
  if (parts.signal?.aborted === true) stop();
  parts.signal?.addEventListener('abort', stop, { once: true });
  const limiter = createLimiter(parts.limits ?? { concurrency: 4, requestsPerMinute: null }, {
    pause,
    clock: now,
    signal: stopping.signal,
  });
  const scopes = new AsyncLocalStorage<CallScope>();
  const underWay = new Map<string, Promise<StoredAnswer>>();
  const counts = { paid: 0, reused: 0, retries: 0 };
  let run = '';

  const reuse = (call: ModelCall): void => {
    counts.reused++;
    store.reused(scopeNow(), call.role, call.model);
  };
  const scopeNow = (): CallScope => ({ ...noScope, run, ...scopes.getStore() });

  const ask = async (identity: CallIdentity, key: string): Promise<StoredAnswer> =>
    limiter.run(async () => {
      const price = priceOf(identity, prices, budget.caps);
      const reservation = await budget.reserve(price === null ? 0 : mostOf(identity, price));
      let cost = 0;
      let answered = false;
      try {
        const deadline = now() + patience.deadlineMs;
        for (let attempt = 1; ; attempt++) {
          if (stopping.signal.aborted) throw stoppedByCaller();
          await limiter.pace();
          const sentAt = now();
          const note = { key, identity, scope: scopeNow(), attempt, sentAt: new Date(sentAt).toISOString() };
          try {
            const leftMs = Math.max(1, deadline - sentAt);
            const answer = await send(identity, { idleMs: patience.idleMs, leftMs, cutOff: cutOff.signal });
            const known = price === null || answer.usage === null ? null : costMicroUsd(answer.usage, price);
            const atMost = price !== null && answer.usage === null ? mostOf(identity, price) : null;
            cost += known ?? atMost ?? 0;
            store.record({
              ...note,
              answer,
              error: null,
              costMicroUsd: known,
              atMostMicroUsd: atMost,
              tookMs: now() - sentAt,
            });
            answered = true;
            counts.paid++;
            return answer;
          } catch (thrown) {
            if (!(thrown instanceof CallFault)) throw thrown;
            const atMost = thrown.mayBeBilled && price !== null ? mostOf(identity, price) : null;
            cost += atMost ?? 0;
            const error = endpoint.redact(`${thrown.kind}: ${thrown.message}`);
            store.record({
              ...note,
              answer: null,
              error,
              costMicroUsd: null,
              atMostMicroUsd: atMost,
              tookMs: now() - sentAt,
            });
            const waitMs = nextWait(thrown, attempt, key);
            if (
              thrown.retryAfterMs !== null &&
              thrown.retryable &&
              thrown.retryAfterMs > patience.longestWaitMs
            ) {
              throw asksTooMuch(thrown, identity, patience);
            }
            if (!thrown.retryable || attempt > maxRetries || now() + waitMs >= deadline) {
              throw failed(thrown, identity, attempt, endpoint);
            }
            // What a failed attempt may have cost is spent, and must still fit before another one is sent.
            if (!budget.allows(cost)) throw failed(thrown, identity, attempt, endpoint);
            counts.retries++;
            await pause(waitMs, stopping.signal);
          }
        }
      } finally {
        reservation.settle(cost, answered);
      }
    });

  /** Doubling, with a part that is drawn from the key, so that many calls do not come back at once. */
  const nextWait = ({ retryAfterMs }: CallFault, attempt: number, key: string): number => {
    const doubled =
      patience.firstWaitMs * 2 ** (attempt - 1) * (0.75 + 0.5 * hashedUnit('retry', key, attempt));
    return Math.min(patience.longestWaitMs, Math.max(retryAfterMs ?? 0, doubled));
  };

  return {
    call: async (call) => {
      const identity: CallIdentity = { ...call, baseUrl: endpoint.baseUrl, apiVersion };
      const key = callKey(identity);
      const known = store.find(key);
      if (known !== undefined) {
        reuse(call);
        return known;
      }
      if (offline) throw notStored(identity, store);
      const other = underWay.get(key);
      if (other !== undefined) {
        const answer = await other;
        reuse(call);
        return answer;
      }
      const asked = ask(identity, key).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    },
    within: async (scope, work) => scopes.run({ ...scopeNow(), ...scope }, work),
    beginRun: (id) => {
      run = id;
      budget.startFrom(store.spent(id));
    },
    spent: () => budget.spent(),
    caps: budget.caps,
    counts: () => ({ ...counts }),
    close: async (graceMs = 20_000) => {
      stop();
      parts.signal?.removeEventListener('abort', stop);
      const rest = Promise.allSettled(underWay.values());
      const timer = setTimeout(() => cutOff.abort(), graceMs);
      await rest;
      clearTimeout(timer);
    },
  };
}

/** The most that one attempt can cost: every byte sent a token at the dearer input rate, and the longest answer. */
function mostOf(identity: ModelCall, price: ModelPrice): number {
  const sent =
    Buffer.byteLength(JSON.stringify([identity.system, identity.turns, identity.schema]), 'utf8') + 512;
  const dearer = Math.max(price.input, price.cacheWrite);
  return Math.ceil(sent * dearer + identity.maxTokens * price.output);
}

function priceOf({ role, model }: ModelCall, prices: PriceList, caps: BudgetCaps): ModelPrice | null {
  const price = Object.hasOwn(prices.models, model) ? prices.models[model] : undefined;
  if (price !== undefined) return price;
  if (caps.maxCostMicroUsd === null) return null;
  throw new PawlError(
    'usage',
    `--max-cost: no price is known for '${model}' (${role}), so its cost cannot be capped`,
    {
      hint: `prices of ${prices.date}: ${Object.keys(prices.models).join(', ')}; give others with --prices FILE, or cap calls with --max-calls`,
    },
  );
}

function notStored(identity: CallIdentity, store: CallStore): PawlError {
  const fields = fieldsOf(identity);
  const nearest = store.nearest(fields);
  const first = nearest === undefined ? undefined : differences(fields, nearest)[0];
  const why =
    first === undefined
      ? `no call of the ${identity.role} is stored`
      : `the nearest stored one differs in '${first.field}': asked ${first.asked}, stored ${first.stored}`;
  return new PawlError('not-found', `--offline: a call of the ${identity.role} is not stored; ${why}`, {
    hint: 'run without --offline to ask the model, or with the models, prompts and seeds of the stored run',
  });
}

function asksTooMuch(
  { retryAfterMs, message }: CallFault,
  { role, model }: ModelCall,
  { longestWaitMs }: Patience,
): PawlError {
  const asked = Math.round((retryAfterMs ?? 0) / 1000);
  return new PawlError(
    'stopped',
    `stopped: the server asks to wait ${asked} s before ${model} (${role}) is asked again, ` +
      `longer than the ${Math.round(longestWaitMs / 1000)} s that are waited for (${message})`,
    { hint: 'every answer that was paid for is stored: go on later' },
  );
}

function failed(
  fault: CallFault,
  { role, model }: ModelCall,
  attempts: number,
  { baseUrl }: Endpoint,
): PawlError {
  const often = attempts === 1 ? '' : `, ${attempts} times`;
  return new PawlError('environment', `${role} (${model}) at ${baseUrl}: ${fault.message}${often}`, {
    cause: fault,
    hint: adviceFor(fault),
  });
}

function adviceFor({ kind, status }: CallFault): string {
  if (status === 401 || status === 403) return 'check ANTHROPIC_API_KEY; --roles simulated runs without one';
  if (status === 404)
    return "check the model's id and ANTHROPIC_BASE_URL (without /v1); every part has its own --model";
  if (status === 400 || status === 413 || status === 422)
    return "the server does not take this request: see what it lacks with 'pawl models check'";
  if (kind === 'unreachable') return 'check ANTHROPIC_BASE_URL and whether the server runs';
  if (kind === 'not-a-message')
    return 'is ANTHROPIC_BASE_URL the address of a server that speaks the Messages API?';
  return 'every answer that was paid for is stored: try again later';
}
