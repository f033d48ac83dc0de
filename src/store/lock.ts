import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { PawlError } from '../errors.js';
import { guarded } from './faults.js';

/** The right to write a store, held until released or until the process ends, however it ends. */
export interface StoreLock {
  release(): void;
}

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly command: string;
}

/**
 * Takes the right to write, or says which process has it.
 *
 * The lock is an open write transaction on a small SQLite file of its own: the operating system drops it when the
 * process ends, `kill -9` included, so a lock can never be left behind. The row inside only names the holder.
 *
 * @param path - the lock file, beside the store
 * @throws PawlError `bad-store` naming the process that writes
 */
export function takeLock(path: string, holder: Holder): StoreLock {
  return guarded(path, () => {
    const database = new Database(path, { timeout: 0 });
    try {
      return holdLock(database, path, holder);
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  });
}

function holdLock(database: Database.Database, path: string, holder: Holder): StoreLock {
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, command TEXT NOT NULL) STRICT',
    );
    database
      .prepare('INSERT OR REPLACE INTO holder (id, pid, command) VALUES (1, ?, ?)')
      .run(holder.pid, holder.command);
    // Without a change inside, this transaction leaves readers of the row in peace and keeps writers out.
    database.exec('BEGIN IMMEDIATE');
  } catch (thrown) {
    if (!(thrown instanceof Database.SqliteError) || !/^SQLITE_(BUSY|LOCKED)/.test(thrown.code)) throw thrown;
    throw heldBy(readHolder(database), path, thrown);
  }
  return {
    release: () => {
      if (database.open) database.close();
    },
  };
}

/**
 * Whether the process that is named in a lock file lives. For display only: the answer may be out of date, and
 * {@link takeLock} decides.
 */
export function isHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const database = new Database(path, { readonly: true, timeout: 0 });
    const holder = readHolder(database);
    database.close();
    return holder !== undefined && isAlive(holder.pid);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The row, where it can be read: another process may be writing it at this very moment. */
function readHolder(database: Database.Database): Holder | undefined {
  try {
    return database.prepare('SELECT pid, command FROM holder WHERE id = 1').get() as Holder | undefined;
  } catch {
    return undefined;
  }
}

function heldBy(holder: Holder | undefined, path: string, cause: unknown): PawlError {
  const who = holder === undefined ? 'another process' : `process ${holder.pid} ('${holder.command}')`;
  return new PawlError('bad-store', `${path}: ${who} is writing this store`, {
    cause,
    hint: 'one process writes at a time: wait until it has ended, or name another folder with --store DIR',
  });
}
