import type Database from 'better-sqlite3';
import { guarded } from './faults.js';

/** What one kind of cached value takes. */
export interface CacheSize {
  readonly kind: string;
  readonly entries: number;
  readonly bytes: number;
}

/** The cache of a store as a whole: how large it is, and emptying it. */
export interface CacheTable {
  sizes(): readonly CacheSize[];
  /** Deletes everything that can be computed again; the file is made smaller. @returns the number of values */
  clear(): number;
}

/** The cache table of an open store. */
export function cacheTable(database: Database.Database, path: string): CacheTable {
  return {
    sizes: () =>
      guarded(
        path,
        () =>
          database
            .prepare(
              'SELECT kind, count(*) AS entries, sum(length(key) + length(value)) AS bytes FROM cache GROUP BY kind ORDER BY kind',
            )
            .all() as CacheSize[],
      ),
    clear: () =>
      guarded(path, () => {
        const { changes } = database.prepare('DELETE FROM cache').run();
        database.exec('VACUUM');
        return changes;
      }),
  };
}
