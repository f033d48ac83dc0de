import type { SqlSandbox } from '../../../sandbox/sql/sql-sandbox.js';
import { loadCatalogue } from '../warehouse/catalogue.js';

/** What is known of a column. */
interface KnownColumn {
  readonly nullable: boolean;
}

/** Tables (`commerce.orders`; those of the default schema also by their name alone) and their columns, in lower case. */
export interface KnownNames {
  readonly columnsOf: ReadonlyMap<string, ReadonlyMap<string, KnownColumn>>;
}

/** The names of the embedded warehouse. */
export function warehouseNames(): KnownNames {
  return {
    columnsOf: new Map(
      loadCatalogue().flatMap(({ schema, tables }) =>
        tables.map(
          (table) =>
            [
              `${schema}.${table.name}`,
              new Map(table.columns.map(({ name, nullable }) => [name, { nullable }])),
            ] as const,
        ),
      ),
    ),
  };
}

const namesQuery =
  'SELECT table_schema, table_name, column_name, is_nullable FROM information_schema.columns ORDER BY ALL';
const namesLimit = { timeoutMs: 10_000, maxRows: 500_000 };

/** The names of a database, read from itself; null where it does not tell. */
export async function databaseNames(sandbox: SqlSandbox): Promise<KnownNames | null> {
  const outcome = await sandbox.run({ sql: namesQuery, ...namesLimit });
  if (outcome.kind !== 'result' || outcome.table.truncated) return null;
  const columnsOf = new Map<string, Map<string, KnownColumn>>();
  for (const row of outcome.table.rows) {
    const [schema = '', table = '', column = '', nullable] = row.map((cell) => (cell ?? '').toLowerCase());
    for (const name of schema === 'main' ? [table, `main.${table}`] : [`${schema}.${table}`]) {
      const columns = columnsOf.get(name) ?? new Map<string, KnownColumn>();
      columns.set(column, { nullable: nullable === 'yes' });
      columnsOf.set(name, columns);
    }
  }
  return { columnsOf };
}
