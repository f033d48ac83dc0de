import type * as Sdk from '@anthropic-ai/sdk';
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import { messageOf } from '../../errors.js';
import { CallFault, httpFault, readRetryAfter } from './call-fault.js';
import type { StoredAnswer } from './call-store.js';
import type { Endpoint } from './credentials.js';
import { readMessage, streamReader } from './message.js';
import type { ModelCall } from './model-call.js';

/** One attempt at a call. */
export interface Attempt {
  /** The longest silence: before the answer begins, and within it. */
  readonly idleMs: number;
  /** What is left of the time for the whole call. */
  readonly leftMs: number;
  /** Comes when the run waits no longer for what is under way. */
  readonly cutOff: AbortSignal;
}

/** Sends one request, once. */
export type SendOnce = (call: ModelCall, attempt: Attempt) => Promise<StoredAnswer>;

/** From this many tokens on, an answer is streamed: its silence can be told from its length. */
const streamedFrom = 4_096;

/** System parts of about 1,000 tokens and more are worth keeping on the server's side; shorter ones it does not take. */
const keptFrom = 4_000;

/**
 * The Messages API through the SDK, which is loaded on first use. Its retries, logs and traces are off: the client retries.
 *
 * @throws CallFault from the sender, for everything that is not an answer
 */
export function createMessagesApi(endpoint: Endpoint, now: () => number): SendOnce {
  let opening: Promise<{ readonly client: Sdk.Anthropic; readonly sdk: typeof Sdk }> | undefined;
  const open = async (): Promise<{ client: Sdk.Anthropic; sdk: typeof Sdk }> => {
    const sdk = await import('@anthropic-ai/sdk');
    const key = endpoint.key ?? 'none';
    const client = new sdk.Anthropic({
      apiKey: key,
      authToken: null,
      webhookKey: null,
      baseURL: endpoint.baseUrl,
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
      // Older servers that speak this API look for the key here.
      ...(new URL(endpoint.baseUrl).hostname === 'api.anthropic.com'
        ? {}
        : { defaultHeaders: { 'x-api-key': key } }),
    });
    return { client, sdk };
  };

  return async (call, attempt) => {
    const { client, sdk } = await (opening ??= open());
    const watch = watchOver(attempt);
    const stream = call.maxTokens >= streamedFrom;
    try {
      const response = await client.messages
        .create(
          { ...bodyOf(call), stream },
          { signal: watch.signal, maxRetries: 0, timeout: attempt.leftMs + 60_000 },
        )
        .asResponse();
      watch.alive('stalled');
      if (!(response.headers.get('content-type') ?? '').includes('text/event-stream')) {
        return readMessage(await readBody(response, watch.alive), endpoint.redact);
      }
      const reader = streamReader();
      const { Stream } = await import('@anthropic-ai/sdk/core/streaming');
      const events = Stream.fromSSEResponse<RawMessageStreamEvent>(
        tapped(response, watch.alive),
        watch.controller,
      );
      for await (const event of events) reader.take(event);
      return reader.end();
    } catch (thrown) {
      throw watch.fault() ?? asFault(thrown, sdk, now(), endpoint.redact);
    } finally {
      watch.end();
    }
  };
}

function bodyOf({ model, maxTokens, system, turns, schema }: ModelCall): {
  model: string;
  max_tokens: number;
  system: { type: 'text'; text: string; cache_control?: { type: 'ephemeral' } }[];
  messages: { role: 'user' | 'assistant'; content: string }[];
  output_config?: { format: { type: 'json_schema'; schema: { [key: string]: unknown } } };
} {
  const kept = system.length >= keptFrom ? { cache_control: { type: 'ephemeral' as const } } : {};
  return {
    model,
    max_tokens: maxTokens,
    system: [{ type: 'text', text: system, ...kept }],
    messages: turns.map((turn) => ({ ...turn })),
    ...(schema === null ? {} : { output_config: { format: { type: 'json_schema', schema } } }),
  };
}

interface Watch {
  readonly controller: AbortController;
  readonly signal: AbortSignal;
  /** Something came: the silence begins anew; said of the next one is the kind given here. */
  readonly alive: (next: 'stalled') => void;
  /** Why the watch ended the attempt, if it did. */
  readonly fault: () => CallFault | undefined;
  readonly end: () => void;
}

/** Ends an attempt that is silent for too long, takes too long, or is not waited for. One signal an attempt: no listener outlives it. */
function watchOver({ idleMs, leftMs, cutOff }: Attempt): Watch {
  const controller = new AbortController();
  let fault: CallFault | undefined;
  const stop = (why: CallFault): void => {
    fault ??= why;
    controller.abort();
  };
  const silence = (kind: 'silent' | 'stalled'): NodeJS.Timeout =>
    setTimeout(() => {
      const what = kind === 'silent' ? 'no answer began' : 'the answer stopped coming';
      stop(new CallFault(kind, `${what} within ${seconds(idleMs)}`));
    }, idleMs);
  let idle = silence('silent');
  const total = setTimeout(
    () => stop(new CallFault('deadline', 'the time for the whole call is over')),
    leftMs,
  );
  const onCutOff = (): void => stop(new CallFault('cut-off', 'cut off at the end of the run'));
  if (cutOff.aborted) onCutOff();
  else cutOff.addEventListener('abort', onCutOff, { once: true });
  return {
    controller,
    signal: controller.signal,
    alive: (next) => {
      clearTimeout(idle);
      idle = silence(next);
    },
    fault: () => fault,
    end: () => {
      clearTimeout(idle);
      clearTimeout(total);
      cutOff.removeEventListener('abort', onCutOff);
    },
  };
}

/** Tells of every byte that comes: the pings of a server at work are no events that the SDK hands on. */
function tapped(response: Response, alive: (next: 'stalled') => void): Response {
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      alive('stalled');
      controller.enqueue(part);
    },
  });
  return new Response(response.body?.pipeThrough(tap) ?? null, { headers: response.headers });
}

async function readBody(response: Response, alive: (next: 'stalled') => void): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    alive('stalled');
    text += decoder.decode(part.value as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}

/** The SDK's error with the types that it has when it comes from a server. */
interface ServerError {
  readonly status: number | undefined;
  readonly message: string;
  readonly error: unknown;
  readonly headers: Headers | undefined;
}

/** What the SDK or the connection threw, without secrets. */
function asFault(thrown: unknown, sdk: typeof Sdk, now: number, redact: (text: string) => string): CallFault {
  if (thrown instanceof CallFault) return thrown;
  if (thrown instanceof sdk.APIConnectionError) {
    const cause = codeOf(thrown);
    return /bad port|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(cause)
      ? new CallFault('unreachable', `cannot be reached (${redact(cause)})`)
      : new CallFault('reset', `the connection broke (${redact(cause)})`);
  }
  if (thrown instanceof sdk.APIError) {
    const { status, message, error, headers } = thrown as ServerError;
    const text = redact(describe(error) ?? message).slice(0, 300);
    const after = readRetryAfter(headers?.get('retry-after') ?? null, now);
    // An error in the middle of a stream has no status of its own.
    return httpFault(status ?? (/overloaded/.test(text) ? 529 : 500), text, after);
  }
  return new CallFault('reset', `the connection broke (${redact(codeOf(thrown))})`);
}

/** The innermost code or message of an error. */
function codeOf(thrown: unknown): string {
  const { code, cause } = (thrown ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause instanceof Error && cause !== thrown ? codeOf(cause) : messageOf(thrown);
}

/** `{ error: { type, message } }` as one line. */
function describe(body: unknown): string | undefined {
  const { error } = (body ?? {}) as {
    readonly error?: { readonly type?: unknown; readonly message?: unknown };
  };
  if (typeof error?.message !== 'string') return undefined;
  return `${typeof error.type === 'string' ? error.type : 'error'}: ${error.message}`;
}

function seconds(ms: number): string {
  return ms >= 1000 ? `${Math.round(ms / 1000)} s` : `${ms} ms`;
}
