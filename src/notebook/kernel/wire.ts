import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { PawlError } from '../../errors.js';

/** The version of Jupyter's messaging protocol that Pawl speaks, as kernel and as client. */
export const protocolVersion = '5.3';

export interface Header {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly version: string;
}

/** A message of Jupyter's protocol. */
export interface Message {
  /** ZeroMQ's routing prefix. */
  readonly identities: readonly Buffer[];
  readonly header: Header;
  /** The message that this one answers; empty where there is none. */
  readonly parent: Header | Readonly<Record<string, never>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>>;
  readonly buffers: readonly Buffer[];
}

const delimiter = Buffer.from('<IDS|MSG>');

/** A new header. */
export function makeHeader(type: string, session: string): Header {
  return {
    msg_id: randomUUID(),
    msg_type: type,
    session,
    username: 'pawl',
    date: new Date().toISOString(),
    version: protocolVersion,
  };
}

/**
 * A message as frames, signed.
 *
 * @param key - the connection's key; '' leaves messages unsigned, as the protocol says
 */
export function encode(message: Message, key: string): (Buffer | string)[] {
  const { header, parent, metadata, content } = message;
  const parts = [header, parent, metadata, content].map((part) => JSON.stringify(part));
  return [...message.identities, delimiter, signatureOf(parts, key), ...parts, ...message.buffers];
}

/**
 * Reads a message.
 *
 * @throws PawlError `bad-input` for frames without delimiter, a wrong signature, or parts that are no JSON objects
 */
export function decode(frames: readonly Buffer[], key: string): Message {
  const at = frames.findIndex((frame) => frame.equals(delimiter));
  const [signature, ...parts] = at < 0 ? [] : frames.slice(at + 1, at + 6);
  if (signature === undefined || parts.length !== 4) {
    throw new PawlError(
      'bad-input',
      'a message of Jupyter is cut short: it has no delimiter or misses parts',
    );
  }
  const expected = Buffer.from(signatureOf(parts, key));
  if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) {
    throw new PawlError('bad-input', 'a message of Jupyter has a wrong signature', {
      hint: 'kernel and client must read the same connection file',
    });
  }
  const [header, parent, metadata, content] = parts.map(readPart);
  return {
    identities: frames.slice(0, at),
    header: header as unknown as Header,
    parent: parent as unknown as Header,
    metadata: metadata ?? {},
    content: content ?? {},
    buffers: frames.slice(at + 6),
  };
}

function signatureOf(parts: readonly (string | Buffer)[], key: string): string {
  if (key === '') return '';
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

function readPart(part: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(part.toString('utf8'));
  } catch (cause) {
    throw new PawlError('bad-input', 'a part of a message of Jupyter is no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PawlError('bad-input', 'a part of a message of Jupyter is no JSON object');
  }
  return value as Record<string, unknown>;
}
