import { createHash } from 'node:crypto';
import type * as Duckdb from '@duckdb/node-api';
import { PawlError } from '../../../errors.js';
import { createStatement, loadCatalogue, type CatalogueColumn, type CatalogueTable } from './catalogue.js';
import { commerceRows } from './commerce.js';
import { financeRows } from './finance.js';
import { macros } from './macros.js';
import { productRows } from './product.js';
import type { Rows, SchemaRows, Value } from './rows.js';

/** What a warehouse holds: rows and SHA-256 of each table, e.g. `commerce.orders`. */
export type Fingerprint = Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;

const generators: Readonly<Record<string, () => SchemaRows>> = {
  commerce: commerceRows,
  finance: financeRows,
  product: productRows,
};

/**
 * Writes the embedded warehouse into a new database file.
 *
 * @param file where; must not exist
 * @returns what was written
 * @throws PawlError `environment` when DuckDB cannot be loaded or the file cannot be written
 */
export async function buildWarehouse(file: string): Promise<Fingerprint> {
  const duckdb = await import('@duckdb/node-api');
  const instance = await duckdb.DuckDBInstance.create(file, { threads: '1' });
  const fingerprint: Record<string, { rows: number; sha256: string }> = {};
  try {
    const connection = await instance.connect();
    for (const { schema, tables } of loadCatalogue()) {
      await connection.run(`CREATE SCHEMA ${schema}`);
      const made = generators[schema]?.() ?? {};
      for (const table of tables) {
        const rows = made[table.name];
        if (rows === undefined)
          throw new PawlError('environment', `the warehouse has no generator for ${schema}.${table.name}`);
        await connection.run(createStatement(schema, table));
        await fill(connection, schema, table, rows, duckdb);
        fingerprint[`${schema}.${table.name}`] = { rows: rows.length, sha256: hashOf(rows) };
      }
    }
    for (const statement of macros) await connection.run(statement);
    await connection.run('CHECKPOINT');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  return fingerprint;
}

function hashOf(rows: Rows): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(JSON.stringify(row), 'utf8');
  return hash.digest('hex');
}

type Append = (appender: Duckdb.DuckDBAppender, value: Exclude<Value, null>) => void;

async function fill(
  connection: Duckdb.DuckDBConnection,
  schema: string,
  table: CatalogueTable,
  rows: Rows,
  duckdb: typeof Duckdb,
): Promise<void> {
  const appender = await connection.createAppender(table.name, schema);
  const appends = table.columns.map((column) => appendOf(column, duckdb));
  for (const row of rows) {
    for (const [index, append] of appends.entries()) {
      const value = row[index] ?? null;
      if (value === null) appender.appendNull();
      else append(appender, value);
    }
    appender.endRow();
  }
  appender.flushSync();
  appender.closeSync();
}

function appendOf({ name, type }: CatalogueColumn, duckdb: typeof Duckdb): Append {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
  if (decimal !== null) {
    const [width, scale] = [Number(decimal[1]), Number(decimal[2])];
    return (appender, value) =>
      appender.appendDecimal(new duckdb.DuckDBDecimalValue(BigInt(value), width, scale));
  }
  switch (type) {
    case 'INTEGER':
      return (appender, value) => appender.appendInteger(value as number);
    case 'DOUBLE':
      return (appender, value) => appender.appendDouble(value as number);
    case 'BOOLEAN':
      return (appender, value) => appender.appendBoolean(value as boolean);
    case 'VARCHAR':
      return (appender, value) => appender.appendVarchar(value as string);
    case 'DATE':
      return (appender, value) => appender.appendDate(new duckdb.DuckDBDateValue(value as number));
    case 'TIMESTAMP':
      return (appender, value) =>
        appender.appendTimestamp(new duckdb.DuckDBTimestampValue(BigInt(value) * 1_000_000n));
    default:
      throw new PawlError('environment', `column ${name}: the warehouse writes no ${type}`);
  }
}
