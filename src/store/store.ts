import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, PawlError } from '../errors.js';
import { cacheTable, type CacheTable } from './cache-table.js';
import { cellTable, type CellTable } from './cells.js';
import { guarded } from './faults.js';
import { takeLock } from './lock.js';
import { callTable, type CallTable } from './model-calls.js';
import { openDatabase, type StoreMode } from './open-database.js';
import { roundTable, type RoundTable } from './rounds.js';
import { runTable, type RunTable } from './runs.js';
import { storeCache, type StoreCache } from './store-cache.js';

/** Runs, cells, rounds, outputs and caches in one SQLite file. */
export interface Store {
  readonly folder: string;
  /** The SQLite file. */
  readonly path: string;
  /** The file that names and holds the writer. */
  readonly lockPath: string;
  readonly mode: StoreMode;
  readonly cache: StoreCache;
  readonly runs: RunTable;
  readonly cells: CellTable;
  readonly rounds: RoundTable;
  /** What was asked of real models. */
  readonly calls: CallTable;
  /** The cache as a whole; {@link cache} is what works use. */
  readonly cacheTable: CacheTable;
  /** Several changes as one: all of them land, or none. */
  transaction<T>(step: () => T): T;
  /** Writes what the cache still holds back, releases the lock and closes the file. */
  close(): void;
}

/** How to open a store. */
export interface OpenStoreOptions {
  readonly folder: string;
  /** `write` makes the folder when it is missing and locks it; `read` needs a store and never waits for a writer. */
  readonly mode: StoreMode;
  /** Named to a second writer, e.g. `pawl evolve code`. */
  readonly command?: string | undefined;
  /** The largest size in pages of 4 KiB; without it the disk is the limit. */
  readonly maxPages?: number | undefined;
  /** Characters of JSON that the cache keeps in memory; small for long streams, of which little comes twice. */
  readonly memoryBudget?: number | undefined;
  /** Leave out the check of every page: for a process that reads what another has just checked and writes. */
  readonly unchecked?: boolean;
}

/**
 * Opens a store: `pawl.sqlite` in a folder.
 *
 * @throws PawlError `bad-store` when it is damaged, of a newer version, foreign or being written by another process;
 * `not-found` when reading where none is
 * @example
 * const store = openStore({ folder: '.pawl', mode: 'write' })
 * store.runs.list() // []
 * store.close()
 */
export function openStore(options: OpenStoreOptions): Store {
  const { folder, mode, command, maxPages, memoryBudget, unchecked = false } = options;
  const path = join(folder, 'pawl.sqlite');
  if (mode === 'write') makeFolder(folder);
  const lockPath = join(folder, 'pawl.lock');
  const lock =
    mode === 'write' ? takeLock(lockPath, { pid: process.pid, command: command ?? 'pawl' }) : undefined;
  try {
    const database = openDatabase({ path, mode, maxPages, unchecked });
    const cache = storeCache(database, path, { writable: mode === 'write', memoryBudget });
    return {
      folder,
      path,
      lockPath,
      mode,
      cache,
      runs: runTable(database, path),
      cells: cellTable(database, path),
      rounds: roundTable(database, path),
      calls: callTable(database, path),
      cacheTable: cacheTable(database, path),
      transaction: (step) => guarded(path, () => database.transaction(step).immediate()),
      close: () => {
        if (!database.open) return;
        try {
          cache.flush();
        } finally {
          database.close();
          lock?.release();
        }
      },
    };
  } catch (thrown) {
    lock?.release();
    throw thrown;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new PawlError(
      'bad-store',
      `${folder}: the folder of the store cannot be made (${messageOf(cause)})`,
      {
        cause,
        hint: 'name another folder with --store DIR',
      },
    );
  }
}
