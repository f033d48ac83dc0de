import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '../../src/hash.js';
import { modelShaped } from './model-shaped.js';

/** What the server does with one request. */
export type Behaviour =
  | { readonly kind: 'ok'; readonly text: string }
  | { readonly kind: 'no-usage'; readonly text: string }
  | { readonly kind: 'truncated'; readonly text: string }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'cached'; readonly text: string; readonly write: number; readonly read: number }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly message?: string;
      readonly retryAfter?: string;
    }
  /** 400 if the request carries what the API refuses: temperature, top_p or top_k. */
  | { readonly kind: 'strict'; readonly text: string }
  | { readonly kind: 'html' }
  | { readonly kind: 'stall-before-headers' }
  | { readonly kind: 'stall-mid-answer' }
  | { readonly kind: 'error-mid-stream' }
  | { readonly kind: 'cut-mid-stream' }
  | { readonly kind: 'reset' }
  /** The answer waits until {@link FakeServer.release}. */
  | { readonly kind: 'held'; readonly text: string };

/** The body of a request, as far as tests read it. */
export interface MessagesBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly stream?: boolean;
  readonly system: readonly { readonly text: string; readonly cache_control?: unknown }[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly output_config?: { readonly format: { readonly schema: { readonly properties?: object } } };
}

/** A request as it came. */
export interface FakeRequest {
  readonly body: MessagesBody;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
}

/** A scripted server that speaks the Messages API on loopback. */
export interface FakeServer {
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  /** What happens to the next requests, in order; afterwards the usual. */
  script(...behaviours: readonly Behaviour[]): void;
  /** Answers the requests that are held. */
  release(): void;
  /** Resolves when so many requests have come. */
  came(count: number): Promise<void>;
  /** Answers as a server that was just started: occurrences are counted anew. */
  forget(): void;
  close(): Promise<void>;
}

/** Tokens that every ordinary answer reports. */
export const reported = { input: 100, output: 20 };

/**
 * Starts a server. Without a script it is model-shaped: it reads from a request who is asked, and answers sensibly; equal
 * requests get different answers, always the same ones in the same order.
 */
export async function startFakeServer(
  usual: (body: MessagesBody, occurrence: number) => Behaviour = (body, occurrence) => ({
    kind: 'ok',
    text: modelShaped(body, occurrence),
  }),
): Promise<FakeServer> {
  const requests: FakeRequest[] = [];
  const scripted: Behaviour[] = [];
  const held: (() => void)[] = [];
  const waiting = new Set<() => void>();
  const seen = new Map<string, number>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const body = JSON.parse(text) as MessagesBody;
      requests.push({ body, headers: request.headers, path: request.url ?? '' });
      const hash = sha256(text);
      const occurrence = seen.get(hash) ?? 0;
      seen.set(hash, occurrence + 1);
      const behaviour = scripted.shift() ?? usual(body, occurrence);
      if (behaviour.kind === 'held') held.push(() => sayAll(response, body, behaviour.text));
      else behave(behaviour, body, request.headers, response);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...behaviours) => void scripted.push(...behaviours),
    release: () => {
      for (const answer of held.splice(0)) answer();
    },
    came: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    forget: () => seen.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function behave(
  behaviour: Exclude<Behaviour, { kind: 'held' }>,
  body: MessagesBody,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): void {
  switch (behaviour.kind) {
    case 'ok':
      return sayAll(response, body, behaviour.text);
    case 'strict': {
      const refused = ['temperature', 'top_p', 'top_k'].find((name) => name in body);
      return refused === undefined
        ? sayAll(response, body, behaviour.text)
        : fail(response, 400, `${refused}: not supported`);
    }
    case 'no-usage':
      return sayAll(response, body, behaviour.text, { usage: null });
    case 'truncated':
      return sayAll(response, body, behaviour.text, { stopReason: 'max_tokens' });
    case 'refusal':
      return sayAll(response, body, '', { stopReason: 'refusal' });
    case 'cached': {
      const usage = {
        input_tokens: reported.input,
        output_tokens: reported.output,
        cache_creation_input_tokens: behaviour.write,
        cache_read_input_tokens: behaviour.read,
      };
      return sayAll(response, body, behaviour.text, { usage });
    }
    case 'error':
      // Some servers repeat what they were sent, the key included.
      return fail(
        response,
        behaviour.status,
        `${behaviour.message ?? 'scripted'} (${headers.authorization ?? ''})`,
        behaviour.retryAfter,
      );
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>Sign in</title> ${headers.authorization ?? ''}`);
      return;
    case 'stall-before-headers':
      return;
    case 'stall-mid-answer':
      if (body.stream === true) begin(response);
      else response.writeHead(200, { 'content-type': 'application/json' }).write('{"type":"mess');
      return;
    case 'error-mid-stream':
      begin(response);
      event(response, 'error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
      response.end();
      return;
    case 'cut-mid-stream':
      begin(response);
      response.end();
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
  }
}

function fail(response: ServerResponse, status: number, message: string, retryAfter?: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  });
  const type = status === 529 ? 'overloaded_error' : status === 429 ? 'rate_limit_error' : 'api_error';
  response.end(JSON.stringify({ type: 'error', error: { type, message } }));
}

function event(response: ServerResponse, name: string, data: object): void {
  response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

function begin(
  response: ServerResponse,
  usage: object | null = { input_tokens: reported.input, output_tokens: 1 },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: [],
    stop_reason: null,
  };
  event(response, 'message_start', {
    type: 'message_start',
    message: { ...message, ...(usage === null ? {} : { usage }) },
  });
  event(response, 'content_block_start', {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'text', text: '' },
  });
  event(response, 'ping', { type: 'ping' });
}

/** A whole answer, streamed where the request asks for it. */
function sayAll(
  response: ServerResponse,
  body: MessagesBody,
  text: string,
  how: { readonly usage?: object | null; readonly stopReason?: string } = {},
): void {
  const usage =
    how.usage === undefined ? { input_tokens: reported.input, output_tokens: reported.output } : how.usage;
  const stopReason = how.stopReason ?? 'end_turn';
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_reason: stopReason,
    };
    response.end(
      JSON.stringify({ ...message, content: [{ type: 'text', text }], ...(usage === null ? {} : { usage }) }),
    );
    return;
  }
  begin(response, usage);
  for (const part of text.match(/[^]{1,400}/g) ?? []) {
    const delta = { type: 'text_delta', text: part };
    event(response, 'content_block_delta', { type: 'content_block_delta', index: 0, delta });
  }
  event(response, 'content_block_stop', { type: 'content_block_stop', index: 0 });
  event(response, 'message_delta', {
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    ...(usage === null ? {} : { usage }),
  });
  event(response, 'message_stop', { type: 'message_stop' });
  response.end();
}
