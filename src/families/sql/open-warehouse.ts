import { createSqlSandbox } from '../../sandbox/sql/pool.js';
import type { SqlOutcome, SqlParse } from '../../sandbox/sql/sql-sandbox.js';
import { longestSql, maxRows, queryLimitMs, rememberedCells, rememberedOutcomes } from './limits.js';
import { ensureWarehouse, warehouseVersion } from './warehouse/ensure.js';

/** A database that queries can be run on, each in the sandbox. Equal queries are run once while the outcome is remembered. */
export interface Warehouse {
  /** Changes whenever an outcome could: content of the database, engine, limits. */
  readonly version: string;
  /** Runs one query. Never throws for what the query does. */
  run(sql: string): Promise<SqlOutcome>;
  /** Parses one SELECT statement without running it. */
  parse(sql: string): Promise<SqlParse>;
  close(): Promise<void>;
}

export interface WarehouseOptions {
  /** Where the database is kept; default: Pawl's cache folder. */
  readonly folder?: string;
  /** How many query processes run at once; default: two, or one on a single core. */
  readonly children?: number;
  /** Remember outcomes (default) or run every query anew, for measurements. */
  readonly remember?: boolean;
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
export async function openWarehouse({
  folder,
  children,
  remember = true,
}: WarehouseOptions = {}): Promise<Warehouse> {
  const database = await ensureWarehouse(folder);
  const sandbox = createSqlSandbox({ database, ...(children === undefined ? {} : { children }) });
  const known = new Map<string, Promise<SqlOutcome>>();

  const look = async (sql: string): Promise<SqlOutcome> => {
    if (sql.length > longestSql)
      return { kind: 'refused', reason: `longer than ${longestSql} characters`, tree: null };
    const outcome = await sandbox.run({ sql, timeoutMs: queryLimitMs, maxRows });
    if (!isWorthRemembering(outcome)) known.delete(sql);
    return outcome;
  };

  return {
    version: `${warehouseVersion().slice(0, 16)} ${queryLimitMs} ${maxRows}`,
    run: (sql) => {
      if (!remember) return look(sql);
      const running = known.get(sql) ?? look(sql);
      // The latest use comes last, so that the first is the one that was used longest ago.
      known.delete(sql);
      known.set(sql, running);
      if (known.size > rememberedOutcomes) known.delete(known.keys().next().value ?? '');
      return running;
    },
    parse: (sql) => sandbox.parse(sql),
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
