import { contentHash } from '../../hash.js';
import { createSqlSandbox } from '../../sandbox/sql/pool.js';
import type { SqlOutcome, SqlParse, SqlSandbox } from '../../sandbox/sql/sql-sandbox.js';
import { databaseNames, warehouseNames, type KnownNames } from './facts/known-names.js';
import { longestSql, maxRows, queryLimitMs, rememberedCells, rememberedOutcomes } from './limits.js';
import { snowflakeToDuckdb } from './transpile.js';
import { ensureWarehouse, warehouseVersion } from './warehouse/ensure.js';

/** A database that queries can be run on, each in the sandbox. Equal queries are run once while the outcome is remembered. */
export interface Warehouse {
  /** Changes whenever an outcome could: content of the database, engine, limits. */
  readonly version: string;
  /** Runs one query. Never throws for what the query does. */
  run(sql: string): Promise<SqlOutcome>;
  /** Its tables and columns; null where it does not tell. */
  names(): Promise<KnownNames | null>;
  /** Parses one SELECT statement without running it. */
  parse(sql: string): Promise<SqlParse>;
  close(): Promise<void>;
}

interface SandboxChoices {
  /** How many query processes run at once; default: two, or one on a single core. */
  readonly children?: number;
  /** Remember outcomes (default) or run every query anew, for measurements. */
  readonly remember?: boolean;
}

export interface WarehouseOptions extends SandboxChoices {
  /** Where the database is kept; default: Pawl's cache folder. */
  readonly folder?: string;
}

export interface DatabaseOptions extends SandboxChoices {
  /** A DuckDB file; opened read-only. */
  readonly file: string;
  /** What the file's content is called in cache keys, e.g. a hash or a date: Pawl does not read it to find out. */
  readonly contentVersion: string;
  /** The dialect that queries are written in; `snowflake` ones are translated first. */
  readonly dialect: 'duckdb' | 'snowflake';
}

/**
 * Opens the embedded warehouse; it is built on first use.
 *
 * @throws PawlError `environment` when it cannot be built
 * @example
 * const warehouse = await openWarehouse();
 * await warehouse.run('SELECT COUNT(*) AS n FROM commerce.orders'); // kind 'result', rows [['30000']]
 * await warehouse.close();
 */
export async function openWarehouse({ folder, ...choices }: WarehouseOptions = {}): Promise<Warehouse> {
  return warehouseOn(await ensureWarehouse(folder), warehouseVersion(), choices, { names: warehouseNames() });
}

/**
 * Opens a DuckDB file of the user's as the warehouse of a user's tasks, e.g. a copy of the databases of Spider 2.0-Snow.
 *
 * @example
 * await openDatabase({ file: 'ga360.duckdb', contentVersion: '2025-11', dialect: 'snowflake' });
 */
export function openDatabase({ file, contentVersion, dialect, ...choices }: DatabaseOptions): Warehouse {
  const translate = async (sql: string): Promise<string> => {
    const translated = await snowflakeToDuckdb(sql);
    // What cannot be translated is run as it is: DuckDB's own message tells more.
    return translated.kind === 'sql' ? translated.sql : sql;
  };
  const version = contentHash([contentVersion, dialect]);
  return warehouseOn(file, version, choices, dialect === 'snowflake' ? { translate } : {});
}

function warehouseOn(
  database: string,
  contentVersion: string,
  { children, remember = true }: SandboxChoices,
  { translate, names: given }: { translate?: (sql: string) => Promise<string>; names?: KnownNames },
): Warehouse {
  const sandbox: SqlSandbox = createSqlSandbox({ database, ...(children === undefined ? {} : { children }) });
  const known = new Map<string, Promise<SqlOutcome>>();
  let names = given === undefined ? undefined : Promise.resolve<KnownNames | null>(given);

  const look = async (sql: string): Promise<SqlOutcome> => {
    if (sql.length > longestSql)
      return { kind: 'refused', reason: `longer than ${longestSql} characters`, tree: null };
    const written = translate === undefined ? sql : await translate(sql);
    const outcome = await sandbox.run({ sql: written, timeoutMs: queryLimitMs, maxRows });
    if (!isWorthRemembering(outcome)) known.delete(sql);
    return outcome;
  };

  return {
    version: `${sandbox.engine} ${contentVersion.slice(0, 16)} ${queryLimitMs} ${maxRows}`,
    run: (sql) => {
      if (!remember) return look(sql);
      const running = known.get(sql) ?? look(sql);
      // The latest use comes last, so that the first is the one that was used longest ago.
      known.delete(sql);
      known.set(sql, running);
      if (known.size > rememberedOutcomes) known.delete(known.keys().next().value ?? '');
      return running;
    },
    parse: async (sql) => sandbox.parse(translate === undefined ? sql : await translate(sql)),
    names: () => (names ??= databaseNames(sandbox)),
    close: () => sandbox.close(),
  };
}

/** Time-outs and faults of the machine say nothing lasting; large results would fill the memory. */
function isWorthRemembering(outcome: SqlOutcome): boolean {
  if (outcome.kind === 'timed-out' || outcome.kind === 'infrastructure') return false;
  return (
    outcome.kind !== 'result' || outcome.table.rows.length * outcome.table.columns.length <= rememberedCells
  );
}
