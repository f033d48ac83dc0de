import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import { z } from 'zod';
import { CallFault } from './call-fault.js';
import type { StoredAnswer } from './call-store.js';
import type { TokenUsage } from './prices.js';

const count = z.number().int().min(0);
const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count.nullish(),
  cache_read_input_tokens: count.nullish(),
});
const messageSchema = z.object({
  type: z.literal('message'),
  model: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z.unknown().optional(),
});

/**
 * Reads the body of a 200. What is no message at all is a fault; a message that was cut short or refused is an answer.
 *
 * @throws CallFault `not-a-message`
 */
export function readMessage(body: string, redact: (text: string) => string): StoredAnswer {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    given = undefined;
  }
  const read = messageSchema.safeParse(given);
  if (!read.success) throw notAMessage(body, redact);
  const { content, model, stop_reason: stopReason, usage } = read.data;
  const text = content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('');
  return answerOf(text, stopReason ?? null, model ?? null, readUsage(usage));
}

function notAMessage(body: string, redact: (text: string) => string): CallFault {
  const isPage = /^\s*<(!doctype|html|\?xml)/i.test(body);
  const what = body.trim() === '' ? 'nothing' : isPage ? 'a page of HTML' : 'something that is no message';
  const shown = redact(body.replace(/\s+/g, ' ').trim().slice(0, 80));
  return new CallFault(
    'not-a-message',
    `the server answered 200 with ${what}${shown === '' ? '' : `: ${shown}`}`,
  );
}

/** Usage, or null where the server does not say it or says nonsense. */
function readUsage(given: unknown): TokenUsage | null {
  const { data } = usageSchema.safeParse(given);
  if (data === undefined) return null;
  return {
    input: data.input_tokens,
    cacheWrite: data.cache_creation_input_tokens ?? 0,
    cacheRead: data.cache_read_input_tokens ?? 0,
    output: data.output_tokens,
  };
}

function answerOf(
  text: string,
  stopReason: string | null,
  servedBy: string | null,
  usage: TokenUsage | null,
): StoredAnswer {
  const outcome =
    stopReason === 'refusal'
      ? 'refused'
      : stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded'
        ? 'truncated'
        : 'answered';
  return { outcome, text, stopReason, servedBy, usage };
}

/** Puts a streamed message together. */
export function streamReader(): { take(event: RawMessageStreamEvent): void; end(): StoredAnswer } {
  let text = '';
  let stopReason: string | null = null;
  let servedBy: string | null = null;
  let usage: Record<string, unknown> = {};
  let ended = false;
  const addUsage = (given: unknown): void => {
    // The last word on each count is cumulative; counts that an event leaves out or nulls stay.
    const told = Object.entries((given ?? {}) as Record<string, unknown>).filter(
      ([, value]) => value !== null,
    );
    usage = { ...usage, ...Object.fromEntries(told) };
  };
  return {
    take: (event) => {
      switch (event.type) {
        case 'message_start':
          servedBy = event.message.model;
          addUsage(event.message.usage);
          break;
        case 'content_block_start':
          if (event.content_block.type === 'text') text += event.content_block.text;
          break;
        case 'content_block_delta':
          if (event.delta.type === 'text_delta') text += event.delta.text;
          break;
        case 'message_delta':
          stopReason = event.delta.stop_reason;
          addUsage(event.usage);
          break;
        case 'message_stop':
          ended = true;
          break;
        default:
          break;
      }
    },
    end: () => {
      if (!ended) throw new CallFault('stalled', 'the answer ended in the middle');
      return answerOf(text, stopReason, servedBy, readUsage(usage));
    },
  };
}
