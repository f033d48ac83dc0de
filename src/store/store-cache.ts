import type Database from 'better-sqlite3';
import type { Cache, CacheKind } from '../grader/cache.js';
import { sha256 } from '../hash.js';
import type { Json } from '../json.js';
import { guarded } from './faults.js';

/** A cache that survives the process. */
export interface StoreCache extends Cache {
  /** Writes what is still pending; every {@link batchSize} puts it happens by itself. */
  flush(): void;
  /** What happened since the store was opened, for people; never part of a result. */
  counts(): CacheCounts;
}

/** Hits and misses of a cache. */
export interface CacheCounts {
  readonly fromMemory: number;
  readonly fromDisk: number;
  readonly missed: number;
  readonly put: number;
}

/** Puts that are written together: few enough to lose little to `kill -9`, many enough to cost nothing. */
const batchSize = 2048;

/** The default of `memoryBudget`. */
const sixtyFourMebi = 64 * 1024 * 1024;

interface Entry {
  readonly value: Json;
  readonly size: number;
}

/**
 * The port `Cache` on the table `cache`: a least-recently-used front in memory, puts written behind in batches, each
 * batch in its own transaction and apart from the rounds, so that a round that is abandoned loses no answer.
 *
 * @param options.writable - when false, puts stay in memory
 * @param options.memoryBudget - characters of JSON kept in memory at the most; what falls out is read again
 */
export function storeCache(
  database: Database.Database,
  path: string,
  options: { readonly writable: boolean; readonly memoryBudget?: number | undefined },
): StoreCache {
  const { writable, memoryBudget = sixtyFourMebi } = options;
  const select = database.prepare('SELECT value FROM cache WHERE kind = ? AND key = ?').pluck();
  const insert = writable
    ? database.prepare('INSERT OR IGNORE INTO cache (kind, key, value) VALUES (?, ?, ?)')
    : undefined;
  const front = new Map<string, Entry>();
  const pending = new Map<
    string,
    { readonly kind: CacheKind; readonly key: string; readonly text: string }
  >();
  const counts = { fromMemory: 0, fromDisk: 0, missed: 0, put: 0 };
  let held = 0;

  const remember = (name: string, value: Json, size: number): void => {
    const before = front.get(name);
    if (before !== undefined) {
      held -= before.size;
      front.delete(name);
    }
    front.set(name, { value, size });
    held += size;
    for (const [oldest, entry] of front) {
      if (held <= memoryBudget || oldest === name) break;
      front.delete(oldest);
      held -= entry.size;
    }
  };

  const flush = (): void => {
    if (insert === undefined || pending.size === 0) return;
    const rows = [...pending.values()].map(({ kind, key, text }) => ({ kind, key: keyBytes(key), text }));
    // In the order of the table, so that each page is visited once.
    rows.sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.key.compare(b.key)));
    guarded(path, () =>
      database
        .transaction(() => {
          for (const { kind, key, text } of rows) insert.run(kind, key, text);
        })
        .immediate(),
    );
    pending.clear();
  };

  return {
    get: (kind, key) => {
      const name = `${kind}:${key}`;
      const near = front.get(name);
      if (near !== undefined) {
        counts.fromMemory++;
        front.delete(name);
        front.set(name, near);
        return near.value;
      }
      const text =
        pending.get(name)?.text ??
        (guarded(path, () => select.get(kind, keyBytes(key))) as string | undefined);
      if (text === undefined) {
        counts.missed++;
        return undefined;
      }
      counts.fromDisk++;
      const value = JSON.parse(text) as Json;
      remember(name, value, text.length);
      return value;
    },
    put: (kind, key, value) => {
      const name = `${kind}:${key}`;
      const text = JSON.stringify(value);
      counts.put++;
      remember(name, value, text.length);
      if (insert === undefined) return;
      pending.set(name, { kind, key, text });
      if (pending.size >= batchSize) flush();
    },
    flush,
    counts: () => ({ ...counts }),
  };
}

/** Keys are SHA-256 in hex and stored as their 32 bytes; any other key is hashed first. */
function keyBytes(key: string): Buffer {
  return Buffer.from(/^[0-9a-f]{64}$/.test(key) ? key : sha256(key), 'hex');
}
