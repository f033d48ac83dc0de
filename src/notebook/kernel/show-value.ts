import { inspect } from 'node:util';
import type { Bundle } from './link.js';

/** How Deno's notebooks ask for a bundle; honoured so that libraries made for them show well. */
const denoDisplay = Symbol.for('Jupyter.display');

/**
 * A value as a notebook shows it: its own bundle where it has one, a table where it is an arquero table, else what Node's
 * `inspect` says.
 *
 * @returns undefined for `undefined`, which shows nothing
 */
export async function showValue(value: unknown): Promise<Bundle | undefined> {
  if (value === undefined) return undefined;
  const own = await ownBundle(value);
  if (own !== undefined) return own;
  const table = await arqueroTable(value);
  if (table !== undefined) return table;
  return { data: { 'text/plain': inspect(value) }, metadata: {} };
}

async function ownBundle(value: unknown): Promise<Bundle | undefined> {
  const make = methodOf(value, 'toMimeBundle') ?? methodOf(value, denoDisplay);
  if (make === undefined) return undefined;
  const made: unknown = await make.call(value);
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
async function arqueroTable(value: unknown): Promise<Bundle | undefined> {
  const toHtml = methodOf(value, 'toHTML');
  if (
    toHtml === undefined ||
    methodOf(value, 'columnNames') === undefined ||
    methodOf(value, 'objects') === undefined
  ) {
    return undefined;
  }
  const { table } = await import('../display/table.js');
  const text = (await table(value).toMimeBundle()).data['text/plain'];
  return plain({
    data: { 'text/html': toHtml.call(value, { limit: 50 }), 'text/plain': text },
    metadata: {},
  });
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
