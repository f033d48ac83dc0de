import { readEndpoint } from '../roles/model/credentials.js';
import { createMessagesApi } from '../roles/model/messages-api.js';
import { createModelClient, type ModelClient, type Patience } from '../roles/model/model-client.js';
import { createModelRoles } from '../roles/model/model-roles.js';
import { dollars, readPrices } from '../roles/model/prices.js';
import type { CallStore } from '../roles/model/call-store.js';
import type { ModelRequest } from './model-request.js';
import type { OpenWorld } from './world.js';

/** Real models for the worlds of one command: one client, one budget. */
export interface Models {
  /** Opens worlds whose roles are played by the models. */
  readonly openWorld: OpenWorld;
  readonly client: ModelClient;
  /** What is spent of the caps, as progress shows it, e.g. `$0.12 of $5.00 · 34 calls`. */
  status(): string;
  /** Waits for answers that are under way; before the store is closed. */
  close(): Promise<void>;
}

/** What {@link openModels} needs beside the request. */
export interface ModelsEnvironment {
  /** Where calls are kept. */
  readonly calls: CallStore;
  /** How worlds are opened otherwise. */
  readonly openWorld: OpenWorld;
  readonly signal: AbortSignal;
  /** `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL`, … */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly patience?: Patience;
}

/**
 * Opens real models. The key is read here and handed to the SDK alone.
 *
 * @throws PawlError `environment` without a key
 */
export function openModels(request: ModelRequest, options: ModelsEnvironment): Models {
  const { calls, openWorld, signal, environment, patience } = options;
  const endpoint = readEndpoint(environment, request.offline);
  const client = createModelClient({
    endpoint,
    send: createMessagesApi(endpoint, Date.now),
    store: calls,
    prices: readPrices(...(request.prices === null ? [] : [request.prices])),
    caps: { maxCostMicroUsd: request.maxCostMicroUsd, maxCalls: request.maxCalls },
    limits: { concurrency: request.concurrency, requestsPerMinute: request.requestsPerMinute },
    maxRetries: request.maxRetries,
    offline: request.offline,
    signal,
    ...(patience === undefined ? {} : { patience }),
  });
  return {
    client,
    openWorld: async (world) => ({
      ...(await openWorld({
        ...world,
        roles: ({ family, sandbox }) =>
          createModelRoles({
            family,
            sandbox,
            client,
            baseUrl: endpoint.baseUrl,
            cast: request.cast,
            schemas: request.schemas,
          }),
      })),
      within: (scope, work) => client.within(scope, work),
    }),
    status: () => {
      const { calls: made, microUsd } = client.spent();
      const money = request.maxCostMicroUsd === null ? '' : ` of ${dollars(request.maxCostMicroUsd)}`;
      const count = request.maxCalls === null ? '' : ` of ${request.maxCalls}`;
      return `${dollars(microUsd)}${money} · ${made}${count} calls`;
    },
    close: () => client.close(),
  };
}
