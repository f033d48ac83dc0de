import type { JsonObject } from '../json.js';
import type { Label } from '../verdict.js';

/** A result of another tool as a row of an own family. */
export interface ForeignRow {
  readonly id: string;
  readonly prompt: string;
  readonly reference: string | null;
  readonly output: string;
  /** What the tool decided; null where it decided nothing or failed itself. */
  readonly label: Label | null;
  /** Names of the checks that failed, as failure classes. */
  readonly failureClasses: readonly string[];
  readonly reason: string;
  readonly [field: string]: JsonObject[string];
}

/**
 * A name as a failure class: letters, digits and hyphens.
 *
 * @example
 * asFailureClass('contains-json: $.total') // 'contains-json-total'
 */
export function asFailureClass(name: string): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  return plain === '' ? 'failed' : /^[a-z]/.test(plain) ? plain : `check-${plain}`;
}

/** Any value as text: texts as they are, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

/** A member of something that may be an object. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
