import { inspect } from 'node:util';
import { table } from '../display/table.js';
import type { Bundle } from './link.js';

/** How Deno's notebooks ask for a bundle; honoured so that libraries made for them show well. */
const denoDisplay = Symbol.for('Jupyter.display');

/** Rows of a table that are shown. */
const mostRows = 50;

/**
 * A value as a notebook shows it: its own bundle where it has one, a table where it is an arquero table, else what Node's
 * `inspect` says.
 *
 * @returns undefined for `undefined`, which shows nothing; a promise where the value's bundle is one
 */
export function showValue(value: unknown): Bundle | undefined | Promise<Bundle> {
  if (value === undefined) return undefined;
  const make = methodOf(value, 'toMimeBundle') ?? methodOf(value, denoDisplay);
  if (make !== undefined) {
    const made: unknown = make.call(value);
    return made instanceof Promise
      ? made.then((one) => bundleOf(one) ?? asText(value))
      : (bundleOf(made) ?? asText(value));
  }
  return arqueroTable(value) ?? asText(value);
}

function asText(value: unknown): Bundle {
  return { data: { 'text/plain': inspect(value) }, metadata: {} };
}

function bundleOf(made: unknown): Bundle | undefined {
  if (typeof made !== 'object' || made === null) return undefined;
  // `{ data, metadata }`, or the types themselves; a MIME type has a slash.
  const bundle = made as { readonly data?: unknown; readonly metadata?: unknown };
  const data =
    typeof bundle.data === 'object' &&
    bundle.data !== null &&
    !Object.keys(made).some((key) => key.includes('/'))
      ? bundle.data
      : made;
  const metadata = typeof bundle.metadata === 'object' && bundle.metadata !== null ? bundle.metadata : {};
  return plain({ data: data as Record<string, unknown>, metadata: metadata as Record<string, unknown> });
}

/** arquero is not loaded for this: its tables are known by what they can do. */
function arqueroTable(value: unknown): Bundle | undefined {
  const toHtml = methodOf(value, 'toHTML');
  const known = ['columnNames', 'numRows', 'objects'].every((name) => methodOf(value, name) !== undefined);
  if (toHtml === undefined || !known) return undefined;
  const shown = table(value).toMimeBundle();
  if (shown instanceof Promise) return undefined;
  const html = toHtml.call(value, { limit: mostRows });
  return plain({ data: { 'text/html': html, 'text/plain': shown.data['text/plain'] }, metadata: {} });
}

function methodOf(
  value: unknown,
  name: string | symbol,
): ((...parts: readonly unknown[]) => unknown) | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  const method: unknown = (value as Record<string | symbol, unknown>)[name];
  return typeof method === 'function' ? (method as (...parts: readonly unknown[]) => unknown) : undefined;
}

/** A bundle that can travel: bytes as base64, everything else as JSON, and always a text. */
export function plain({ data, metadata }: Bundle): Bundle {
  const entries = Object.entries(data).map(([type, content]) => [
    type,
    content instanceof Uint8Array ? Buffer.from(content).toString('base64') : content,
  ]);
  if (!('text/plain' in data)) entries.push(['text/plain', `[${Object.keys(data).join(', ')}]`]);
  return JSON.parse(JSON.stringify({ data: Object.fromEntries(entries) as unknown, metadata })) as Bundle;
}
