import type { Cache } from '../../grader/cache.js';
import { roundPacker } from '../../store/packed-round.js';
import type { Store } from '../../store/store.js';
import type { CellStore } from './cell-store.js';
import type { FromWorker } from './worker-protocol.js';

/** Cache entries that are posted together. */
const batchSize = 500;

/** A store of another process: read from its file, and written by posting. */
export interface PostingStore extends CellStore {
  readonly cache: Cache;
  /** Posts what is still held back. */
  flush(): void;
  /** To be called when the other process says that everything is written. */
  settle(): void;
}

/**
 * Reads a store and posts what is to be written to the process that may.
 *
 * @param store opened for reading
 */
export function postingStore(store: Store, post: (message: FromWorker) => void): PostingStore {
  const packer = roundPacker();
  let entries: (FromWorker & { readonly kind: 'cache' })['entries'][number][] = [];
  const waiting: (() => void)[] = [];
  const flush = (): void => {
    if (entries.length > 0) post({ kind: 'cache', entries });
    entries = [];
  };
  return {
    cache: {
      get: (kind, key) => store.cache.get(kind, key),
      put: (kind, key, value) => {
        store.cache.put(kind, key, value);
        entries.push([kind, key, value]);
        if (entries.length >= batchSize) flush();
      },
    },
    rounds: {
      count: (cell, phase) => store.rounds.count(cell, phase),
      get: (key) => store.rounds.get(key),
      iterate: (cell, phase, limit) => store.rounds.iterate(cell, phase, limit),
      attempts: (key) => store.rounds.attempts(key),
      commit: (key, round) => {
        post({ kind: 'round', key, round: packer.pack(round) });
      },
    },
    cells: {
      note: (cell, name, value) => post({ kind: 'note', cell, name, value }),
      noted: (cell, name) => store.cells.noted(cell, name),
    },
    transaction: (step) => step(),
    settled: () =>
      new Promise((resolve) => {
        flush();
        waiting.push(resolve);
        post({ kind: 'settle' });
      }),
    flush,
    settle: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
