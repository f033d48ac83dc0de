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

/**
 * A cache in memory that forgets the oldest entries: for long streams of outputs, of which few come twice.
 *
 * @param most entries that are kept
 */
export function boundedCache(most: number): Cache {
  const values = new Map<string, Json>();
  return {
    get: (kind, key) => values.get(`${kind}:${key}`),
    put: (kind, key, value) => {
      values.set(`${kind}:${key}`, value);
      if (values.size <= most) return;
      for (const oldest of values.keys()) {
        values.delete(oldest);
        break;
      }
    },
  };
}

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
