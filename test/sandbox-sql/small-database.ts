import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** A database file of 20,000 rows in a folder of its own; `remove` deletes both. */
export async function smallDatabase(): Promise<{ folder: string; file: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-sql-'));
  const file = join(folder, 'small.duckdb');
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(
    'CREATE TABLE numbers AS SELECT range AS id, range % 7 AS kind, range * 0.25 AS amount FROM range(20000)',
  );
  connection.closeSync();
  instance.closeSync();
  return { folder, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
