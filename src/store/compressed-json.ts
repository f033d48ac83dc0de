import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../json.js';

/** JSON text, deflated: states repeat themselves from round to round and shrink to about a tenth. */
export function compressJson(value: unknown): Buffer {
  return deflateRawSync(Buffer.from(JSON.stringify(value), 'utf8'), { level: 4 });
}

/** What {@link compressJson} was given; members keep their order. */
export function expandJson(bytes: Buffer): Json {
  return JSON.parse(inflateRawSync(bytes).toString('utf8')) as Json;
}
