import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { PawlError } from '../errors.js';
import { guarded } from './faults.js';
import { applicationId, migrations, schemaVersion } from './schema.js';

/** Whether a store may be changed. Any number of processes may read while one writes. */
export type StoreMode = 'read' | 'write';

/** How to open the SQLite file of a store. */
export interface OpenDatabaseOptions {
  readonly path: string;
  readonly mode: StoreMode;
  /** The largest size, in pages of 4 KiB; a store that would grow beyond it is refused. */
  readonly maxPages?: number | undefined;
  /** Leave out the check of every page. */
  readonly unchecked?: boolean;
}

/**
 * Opens, checks and, when writing, migrates the SQLite file of a store. Nothing is changed before every check has held.
 *
 * @throws PawlError `not-found` when reading a store that does not exist; `bad-store` when it is damaged, foreign or of a
 * newer version
 */
export function openDatabase(options: OpenDatabaseOptions): Database.Database {
  const { path, mode, maxPages, unchecked = false } = options;
  const exists = existsSync(path);
  if (mode === 'read' && !exists) {
    throw new PawlError('not-found', `${path}: no store here yet`, {
      hint: "'pawl evolve code' makes one; name another folder with --store DIR",
    });
  }
  return guarded(path, () => {
    if (!exists) mkdirSync(dirname(path), { recursive: true });
    const database = new Database(path, { readonly: mode === 'read', fileMustExist: exists });
    try {
      if (exists) checkIdentity(database, path);
      if (exists && !unchecked) checkPages(database, path);
      if (mode === 'read') refuseOlder(database, path);
      database.pragma('foreign_keys = ON');
      if (mode === 'write') {
        // NORMAL: a committed round survives the end of the process; only a power cut may cost the last ones.
        database.pragma('journal_mode = WAL');
        database.pragma('synchronous = NORMAL');
        // Keys of the cache are hashes, so every batch touches pages all over the file: write them out less often.
        database.pragma('wal_autocheckpoint = 8192');
        database.pragma('cache_size = -32768');
        migrate(database);
        if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
      }
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  });
}

/** Refuses the file of another program and that of a newer Pawl. */
function checkIdentity(database: Database.Database, path: string): void {
  const version = database.pragma('user_version', { simple: true }) as number;
  const owner = database.pragma('application_id', { simple: true }) as number;
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
  if (owner !== applicationId && (tables > 0 || owner !== 0)) {
    throw new PawlError('bad-store', `${path}: this SQLite file is not a store of pawl`, {
      hint: 'nothing was changed; name another folder with --store DIR',
    });
  }
  if (version > schemaVersion) {
    throw new PawlError(
      'bad-store',
      `${path}: the store has version ${version}, this pawl reads up to version ${schemaVersion}`,
      { hint: 'nothing was changed; update pawl, or name another folder with --store DIR' },
    );
  }
}

/** A reader cannot migrate; an empty file is a store that was never begun. */
function refuseOlder(database: Database.Database, path: string): void {
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version === schemaVersion) return;
  throw new PawlError(
    'bad-store',
    version === 0 ? `${path}: the store is empty` : `${path}: the store has the older version ${version}`,
    { hint: "a writing command such as 'pawl evolve' brings it up to date" },
  );
}

/** SQLite's own check of every page: a few milliseconds a megabyte, once per opening. */
function checkPages(database: Database.Database, path: string): void {
  const answer = database.pragma('quick_check(3)') as { quick_check: string }[];
  const problems = answer.map((row) => row.quick_check).filter((text) => text !== 'ok');
  if (problems.length > 0) {
    throw new PawlError('bad-store', `${path}: the store is damaged: ${problems.join('; ')}`, {
      hint: 'nothing was overwritten: move the file away (or restore a copy of it) and run the command again',
    });
  }
}

/** Takes the steps that are missing, all in one transaction. */
function migrate(database: Database.Database): void {
  const from = database.pragma('user_version', { simple: true }) as number;
  if (from === schemaVersion) return;
  database
    .transaction(() => {
      for (const step of migrations.slice(from)) database.exec(step);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${schemaVersion}`);
    })
    .immediate();
}
