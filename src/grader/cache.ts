import type { Json } from '../json.js';

/**
 * Port: a content-addressed cache (op verdicts, root facts, truths, model calls), implemented by the store and by a Map.
 * A key is a hash of everything that the value depends on. Time-outs and infrastructure faults are never put.
 */
export interface Cache {
  get(kind: CacheKind, key: string): Json | undefined;
  put(kind: CacheKind, key: string, value: Json): void;
}

/** What is cached. */
export type CacheKind = 'finding' | 'root' | 'truth' | 'variants' | 'pack' | 'call';

/** A cache in memory, for tests and for single use. */
export function memoryCache(): Cache {
  const values = new Map<string, Json>();
  return {
    get: (kind, key) => values.get(`${kind}:${key}`),
    put: (kind, key, value) => {
      values.set(`${kind}:${key}`, value);
    },
  };
}
