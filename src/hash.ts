import { createHash } from 'node:crypto';
import { PawlError } from './errors.js';

/**
 * Serialises a JSON value with sorted keys and no white space, so that equal values give equal text.
 * Members that are `undefined` are left out, as JSON.stringify does.
 *
 * @throws PawlError `bad-input` for NaN, infinities, functions and other values that JSON cannot hold
 * @example
 * canonicalJson({ b: 1, a: [true] }) // '{"a":[true],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new PawlError('bad-input', `${value} cannot be written as JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new PawlError('bad-input', `a value of type ${typeof value} cannot be written as JSON`);
}

/**
 * SHA-256 of a text (as UTF-8), in lower-case hex.
 *
 * @example
 * sha256('').slice(0, 8) // 'e3b0c442'
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** SHA-256 of a value's canonical JSON: the identity of configurations, tasks, ops and graders. */
export function contentHash(value: unknown): string {
  return sha256(canonicalJson(value));
}
