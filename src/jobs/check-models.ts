import { messageOf, PawlError } from '../errors.js';
import { CallFault } from '../roles/model/call-fault.js';
import { memoryCallStore, type SentCall } from '../roles/model/call-store.js';
import { modelRoles, type ModelRole } from '../roles/model/cast.js';
import { readEndpoint } from '../roles/model/credentials.js';
import { createMessagesApi } from '../roles/model/messages-api.js';
import type { ModelCall } from '../roles/model/model-call.js';
import { createModelClient, type ModelClient, type Patience } from '../roles/model/model-client.js';
import { readPrices } from '../roles/model/prices.js';
import type { ModelRequest } from './model-request.js';

/** How one part's model answered. */
export interface CheckedModel {
  readonly role: ModelRole;
  readonly model: string;
  readonly works: boolean;
  /** What was wrong, or what the server lacks; empty when nothing is. */
  readonly remark: string;
  readonly servedBy: string | null;
  readonly tookMs: number | null;
  readonly costMicroUsd: number;
  readonly atMostMicroUsd: number;
}

/** What {@link checkModels} found. */
export interface ModelsReport {
  readonly baseUrl: string;
  readonly models: readonly CheckedModel[];
  readonly healthy: boolean;
}

/** A check is over soon, whatever the server does. */
const checkPatience: Patience = {
  idleMs: 30_000,
  deadlineMs: 60_000,
  firstWaitMs: 500,
  longestWaitMs: 10_000,
};

/**
 * Asks each part's model one tiny question: the solver one that is streamed, the others one with a schema. Nothing is stored.
 *
 * @throws PawlError `environment` without a key
 */
export async function checkModels(
  request: ModelRequest,
  options: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
    readonly patience?: Patience;
  },
): Promise<ModelsReport> {
  const { environment, signal, patience = checkPatience } = options;
  const endpoint = readEndpoint(environment, false);
  const store = memoryCallStore();
  const client = createModelClient({
    endpoint,
    send: createMessagesApi(endpoint, Date.now),
    store,
    prices: readPrices(...(request.prices === null ? [] : [request.prices])),
    caps: { maxCostMicroUsd: request.maxCostMicroUsd, maxCalls: request.maxCalls },
    limits: { concurrency: request.concurrency, requestsPerMinute: request.requestsPerMinute },
    maxRetries: request.maxRetries,
    patience,
    signal,
  });
  try {
    const models = await Promise.all(
      modelRoles.map((role) => checkRole(role, request.cast[role], client, store)),
    );
    return { baseUrl: endpoint.baseUrl, models, healthy: models.every(({ works }) => works) };
  } finally {
    await client.close(2_000);
  }
}

async function checkRole(
  role: ModelRole,
  model: string,
  client: ModelClient,
  store: ReturnType<typeof memoryCallStore>,
): Promise<CheckedModel> {
  const call = tinyCall(role, model);
  const { remark, works, servedBy } = await tryCall(call, client);
  const sent = store.sent.filter(({ identity }) => identity.role === role);
  const sum = (of: (one: SentCall) => number | null): number =>
    sent.reduce((total, one) => total + (of(one) ?? 0), 0);
  const answered = sent.find(({ answer }) => answer !== null);
  return {
    role,
    model,
    works,
    remark: [
      remark,
      answered?.answer?.usage === null ? 'does not report usage: costs can only be bounded' : '',
    ]
      .filter((text) => text !== '')
      .join('; '),
    servedBy,
    tookMs: answered?.tookMs ?? null,
    costMicroUsd: sum(({ costMicroUsd }) => costMicroUsd),
    atMostMicroUsd: sum(({ costMicroUsd, atMostMicroUsd }) =>
      costMicroUsd === null ? atMostMicroUsd : null,
    ),
  };
}

/** Enough to see an answer come. The solver's limit is long enough to be streamed. */
function tinyCall(role: ModelRole, model: string): ModelCall {
  return {
    role,
    model,
    prompt: 'check',
    system: 'You are being tried out.',
    turns: [{ role: 'user', content: 'Answer with this JSON object and nothing else: {"ok": true}' }],
    maxTokens: role === 'solver' ? 4_096 : 64,
    schema:
      role === 'solver'
        ? null
        : {
            type: 'object',
            properties: { ok: { type: 'boolean' } },
            required: ['ok'],
            additionalProperties: false,
          },
    draw: 'check',
  };
}

async function tryCall(
  call: ModelCall,
  client: ModelClient,
): Promise<Pick<CheckedModel, 'works' | 'remark' | 'servedBy'>> {
  try {
    const { outcome, text, servedBy } = await client.call(call);
    if (outcome !== 'answered') return { works: false, remark: `the answer was ${outcome}`, servedBy };
    const obeys = call.schema === null || /^\s*\{\s*"ok"\s*:\s*true\s*\}\s*$/.test(text);
    return {
      works: true,
      remark: obeys ? '' : 'does not keep to the schema: answers are repaired or unscored',
      servedBy,
    };
  } catch (thrown) {
    if (!(thrown instanceof PawlError) || thrown.code === 'stopped' || thrown.code === 'usage') throw thrown;
    // Only a request that is not understood says something about what a server has.
    const isRefused = thrown.cause instanceof CallFault && [400, 422].includes(thrown.cause.status ?? 0);
    const lacks = isRefused ? await whatIsLacking(call, client) : null;
    return { works: false, remark: lacks ?? messageOf(thrown), servedBy: null };
  }
}

/** Whether the call would work without what not every server has. */
async function whatIsLacking(call: ModelCall, client: ModelClient): Promise<string | null> {
  const [without, name] =
    call.schema === null
      ? [{ ...call, maxTokens: 64 }, 'streaming']
      : [{ ...call, schema: null }, 'structured output (output_config.format)'];
  try {
    await client.call(without);
    return `the server lacks ${name}${call.schema === null ? '' : ': use --no-schemas'}`;
  } catch {
    return null;
  }
}
