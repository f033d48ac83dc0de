import { paperCast, type ModelCast } from '../roles/model/cast.js';
import { usualRetries } from '../roles/model/model-client.js';

/** How real models are asked: stored with a run. Only cast and schemas change results; no key is ever part of it. */
export interface ModelRequest {
  readonly cast: ModelCast;
  /** Send the schema of answers along; servers without structured output refuse it. */
  readonly schemas: boolean;
  /** Caps of the whole run, resumed parts included; null = none. */
  readonly maxCostMicroUsd: number | null;
  readonly maxCalls: number | null;
  readonly maxRetries: number;
  readonly requestsPerMinute: number | null;
  /** Requests under way at a time. */
  readonly concurrency: number;
  /** Answer from stored calls alone. */
  readonly offline: boolean;
  /** Absolute path of a price list; null for the packaged one. */
  readonly prices: string | null;
}

/** What is asked when nothing is said: the paper's models, no cap. */
export const defaultModelRequest: ModelRequest = {
  cast: paperCast,
  schemas: true,
  maxCostMicroUsd: null,
  maxCalls: null,
  maxRetries: usualRetries,
  requestsPerMinute: null,
  concurrency: 4,
  offline: false,
  prices: null,
};
