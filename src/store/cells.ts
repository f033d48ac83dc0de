import type Database from 'better-sqlite3';
import { PawlError } from '../errors.js';
import { canonicalJson, contentHash } from '../hash.js';
import type { Json, JsonObject } from '../json.js';
import { guarded } from './faults.js';

/** What makes two pieces of work the same: equal keys give equal bytes. */
export interface CellKey {
  readonly family: string;
  readonly arm: string;
  readonly seed: number;
  /** Everything else that a result depends on; no paths, times, numbers of children or of rounds. */
  readonly config: JsonObject;
}

/** A cell as stored. */
export interface StoredCell extends CellKey {
  readonly id: number;
  readonly configHash: string;
}

/** The cells of a store. */
export interface CellTable {
  /** The cell of this key, made when it is new. */
  ensure(key: CellKey): StoredCell;
  /** The cell of this key, if there is one. */
  find(key: CellKey): StoredCell | undefined;
  /** The same by the hash of its config. */
  findByHash(key: Omit<CellKey, 'config'> & { readonly configHash: string }): StoredCell | undefined;
  /** @throws PawlError `not-found` */
  get(id: number): StoredCell;
  /** Notes what is true of a cell in every round; what is noted already stays. */
  note(id: number, name: string, value: Json): void;
  noted(id: number, name: string): Json | undefined;
}

interface CellRow {
  readonly id: number;
  readonly family: string;
  readonly arm: string;
  readonly seed: number;
  readonly config_hash: string;
  readonly config: string;
}

/** The cells of an open store. */
export function cellTable(database: Database.Database, path: string): CellTable {
  const fromRow = (row: CellRow): StoredCell => ({
    id: row.id,
    family: row.family,
    arm: row.arm,
    seed: row.seed,
    configHash: row.config_hash,
    config: JSON.parse(row.config) as JsonObject,
  });
  const findByHash: CellTable['findByHash'] = ({ family, arm, seed, configHash }) => {
    const row = guarded(path, () =>
      database
        .prepare('SELECT * FROM cells WHERE family = ? AND arm = ? AND seed = ? AND config_hash = ?')
        .get(family, arm, seed, configHash),
    ) as CellRow | undefined;
    return row === undefined ? undefined : fromRow(row);
  };
  const find = ({ config, ...key }: CellKey): StoredCell | undefined =>
    findByHash({ ...key, configHash: contentHash(config) });
  const get = (id: number): StoredCell => {
    const row = guarded(path, () => database.prepare('SELECT * FROM cells WHERE id = ?').get(id)) as
      CellRow | undefined;
    if (row === undefined) throw new PawlError('not-found', `there is no cell ${id} in ${path}`);
    return fromRow(row);
  };

  return {
    ensure: (key) => {
      const known = find(key);
      if (known !== undefined) return known;
      const { lastInsertRowid } = guarded(path, () =>
        database
          .prepare('INSERT INTO cells (family, arm, seed, config_hash, config) VALUES (?, ?, ?, ?, ?)')
          .run(key.family, key.arm, key.seed, contentHash(key.config), canonicalJson(key.config)),
      );
      return get(Number(lastInsertRowid));
    },
    find,
    findByHash,
    get,
    note: (id, name, value) => {
      guarded(path, () =>
        database
          .prepare('INSERT OR IGNORE INTO cell_facts (cell_id, name, value) VALUES (?, ?, ?)')
          .run(id, name, JSON.stringify(value)),
      );
    },
    noted: (id, name) => {
      const text = guarded(path, () =>
        database.prepare('SELECT value FROM cell_facts WHERE cell_id = ? AND name = ?').pluck().get(id, name),
      ) as string | undefined;
      return text === undefined ? undefined : (JSON.parse(text) as Json);
    },
  };
}
