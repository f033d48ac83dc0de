import { messageOf, PawlError } from '../../../errors.js';
import type { Json } from '../../../json.js';
import { createSqlSandbox } from '../../../sandbox/sql/pool.js';
import type { ResultTable, SqlOutcome } from '../../../sandbox/sql/sql-sandbox.js';
import { maxRows, queryLimitMs } from '../limits.js';
import type { Warehouse } from '../open-warehouse.js';
import { snowflakeToDuckdb } from '../transpile.js';

/** How to reach Snowflake; what `snowflake-sdk` takes, e.g. `{ account, username, password, warehouse, database }`. */
export type SnowflakeConnection = Readonly<Record<string, string>>;

export interface SnowflakeOptions {
  readonly connection: SnowflakeConnection;
  /** Loads the driver; default: the optional peer dependency `snowflake-sdk`. */
  readonly load?: () => Promise<unknown>;
  /** Time limit of a query on the server, in seconds; default 30, the benchmark's. */
  readonly timeoutSeconds?: number;
}

interface Column {
  getName(): string;
  getType(): string;
}

interface Statement {
  getColumns(): readonly Column[] | undefined;
}

interface Connection {
  connect(done: (error: Error | null | undefined) => void): void;
  execute(options: {
    readonly sqlText: string;
    readonly parameters?: Readonly<Record<string, string | number>>;
    readonly complete: (
      error: Error | null | undefined,
      statement: Statement,
      rows: readonly Readonly<Record<string, unknown>>[] | undefined,
    ) => void;
  }): void;
  destroy(done: (error: Error | null | undefined) => void): void;
}

interface Driver {
  createConnection(options: Readonly<Record<string, unknown>>): Connection;
}

/**
 * Opens a real Snowflake account as the warehouse of Spider 2.0-Snow tasks. Queries run there as they are, with the
 * account's rights: use a role that may only read. Parse trees for ops come from the query translated for DuckDB.
 *
 * @throws PawlError `environment` when `snowflake-sdk` is not installed or the connection fails
 * @example
 * await openSnowflake({ connection: { account: 'xy12345', username: 'reader', password: '…', role: 'READ_ONLY' } });
 */
export async function openSnowflake({
  connection,
  load = loadDriver,
  timeoutSeconds = 30,
}: SnowflakeOptions): Promise<Warehouse> {
  const session = await connect(await load(), connection);
  const parser = createSqlSandbox({ database: null, children: 1 });

  const treeOf = async (sql: string): Promise<Json> => {
    const translated = await snowflakeToDuckdb(sql);
    if (translated.kind === 'failed') return null;
    const parsed = await parser.parse(translated.sql);
    return parsed.kind === 'tree' ? parsed.tree : null;
  };

  return {
    version: `snowflake ${connection['account'] ?? ''} ${queryLimitMs} ${maxRows}`,
    run: async (sql) => {
      const tree = await treeOf(sql);
      return new Promise((settle) => {
        session.execute({
          sqlText: sql,
          // One statement, as the sandbox asks for; the server refuses more.
          parameters: { MULTI_STATEMENT_COUNT: 1, STATEMENT_TIMEOUT_IN_SECONDS: timeoutSeconds },
          complete: (error, statement, rows) => {
            if (error) settle(failureOf(error, tree));
            else settle({ kind: 'result', tree, table: tableOf(statement.getColumns() ?? [], rows ?? []) });
          },
        });
      });
    },
    parse: async (sql) => {
      const translated = await snowflakeToDuckdb(sql);
      return translated.kind === 'sql'
        ? parser.parse(translated.sql)
        : { kind: 'failed', message: translated.message };
    },
    // Asking a whole account for its columns would cost more than it tells.
    names: async () => null,
    close: async () => {
      await parser.close();
      await new Promise<void>((done) => session.destroy(() => done()));
    },
  };
}

async function loadDriver(): Promise<unknown> {
  const name = 'snowflake-sdk';
  try {
    const module = (await import(name)) as { readonly default?: unknown };
    return module.default ?? module;
  } catch (cause) {
    throw new PawlError(
      'environment',
      `Snowflake needs the package ${name}, which cannot be loaded: ${messageOf(cause).split('\n')[0] ?? ''}`,
      {
        cause,
        hint: `npm install ${name}`,
      },
    );
  }
}

async function connect(driver: unknown, options: SnowflakeConnection): Promise<Connection> {
  const session = (driver as Driver).createConnection({ ...options });
  await new Promise<void>((done, fail) => {
    session.connect((error) => {
      if (!error) done();
      else
        fail(
          new PawlError('environment', `Snowflake refused the connection: ${messageOf(error)}`, {
            cause: error,
            hint: 'check account, user and password',
          }),
        );
    });
  });
  return session;
}

function failureOf(error: Error, tree: Json): SqlOutcome {
  if (/timeout|canceled/i.test(error.message)) return { kind: 'timed-out', tree };
  if (/connection|network|socket|terminated/i.test(error.message))
    return { kind: 'infrastructure', message: error.message };
  return {
    kind: 'failed',
    stage: /compilation|syntax/i.test(error.message) ? 'bind' : 'run',
    message: error.message,
    tree,
  };
}

function tableOf(
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
): ResultTable {
  const names = columns.map((column) => column.getName());
  return {
    columns: columns.map((column) => ({ name: column.getName(), type: column.getType().toUpperCase() })),
    rows: rows.slice(0, maxRows).map((row) => names.map((name) => cellText(row[name]))),
    truncated: rows.length > maxRows,
  };
}

function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.000Z$|Z$/, '');
  return typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : `${value as number | bigint}`;
}
