import Database from 'better-sqlite3';
import { messageOf, PawlError } from '../errors.js';

/** What each family of SQLite errors means for the person at the keyboard. */
const meanings: readonly {
  readonly code: RegExp;
  readonly says: (path: string) => string;
  readonly hint: string;
}[] = [
  {
    code: /^SQLITE_FULL/,
    says: (path) => `${path}: the store cannot grow (the disk is full, or its size limit is reached)`,
    hint: 'every finished round is kept: make room, then go on',
  },
  {
    code: /^SQLITE_(CORRUPT|NOTADB)/,
    says: (path) => `${path}: the store is damaged or is not a SQLite file`,
    hint: 'nothing was overwritten: move the file away (or restore a copy of it) and run the command again',
  },
  {
    code: /^SQLITE_(READONLY|PERM|CANTOPEN|AUTH)/,
    says: (path) => `${path}: the store cannot be opened or written here`,
    hint: 'check the permissions of the folder, or name another one with --store DIR',
  },
  {
    code: /^SQLITE_(BUSY|LOCKED)/,
    says: (path) => `${path}: another program holds the store`,
    hint: 'wait until it has ended, or name another folder with --store DIR',
  },
  {
    code: /^SQLITE_IOERR/,
    says: (path) => `${path}: the store cannot be read or written`,
    hint: 'every finished round is kept: check the disk, then go on',
  },
];

/**
 * Translates what SQLite throws into a PawlError that says which file and what to do; passes everything else through.
 *
 * @param path - the store's file
 * @returns the error to throw
 */
function storeFault(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Database.SqliteError)) return thrown;
  const meaning = meanings.find(({ code }) => code.test(thrown.code));
  if (meaning === undefined) {
    return new PawlError('bad-store', `${path}: ${thrown.code}: ${messageOf(thrown)}`, { cause: thrown });
  }
  return new PawlError('bad-store', `${meaning.says(path)} (${thrown.code})`, {
    cause: thrown,
    hint: meaning.hint,
  });
}

/** Runs a step on the store; see {@link storeFault} for what it throws. */
export function guarded<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (thrown) {
    throw storeFault(path, thrown);
  }
}
