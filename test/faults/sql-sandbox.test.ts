import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/hash.js';
import { createSqlSandbox } from '../../src/sandbox/sql/pool.js';
import type { SqlOutcome, SqlSandbox } from '../../src/sandbox/sql/sql-sandbox.js';
import { smallDatabase } from '../sandbox-sql/small-database.js';

let database: Awaited<ReturnType<typeof smallDatabase>>;
let sandbox: SqlSandbox;
let before: string;
beforeAll(async () => {
  database = await smallDatabase();
  writeFileSync(join(database.folder, 'secret.csv'), 'word\nxyzzy\n');
  before = sha256(readFileSync(database.file, 'latin1'));
  sandbox = createSqlSandbox({ database: database.file, children: 1, memoryMiB: 128 });
});
afterAll(async () => {
  await sandbox.close();
  expect(sha256(readFileSync(database.file, 'latin1'))).toBe(before);
  expect(readdirSync(database.folder).sort()).toEqual(['secret.csv', 'small.duckdb']);
  database.remove();
});

const run = (sql: string, timeoutMs = 5_000): Promise<SqlOutcome> => sandbox.run({ sql, timeoutMs });
const unharmed = async (): Promise<void> => {
  const outcome = await run('SELECT count(*) AS n, sum(kind) AS s FROM numbers');
  expect(outcome.kind === 'result' && outcome.table.rows).toEqual([['20000', '59997']]);
};

describe('a query cannot reach files, the network, settings or the engine', () => {
  const inFolder = (name: string): string => join(database.folder, name);
  it.each([
    ['a file by name', () => `SELECT * FROM '${inFolder('secret.csv')}'`],
    ['read_csv', () => `SELECT * FROM read_csv('${inFolder('secret.csv')}')`],
    [
      'read_csv in a subquery',
      () => `SELECT (SELECT max(word) FROM read_csv('${inFolder('secret.csv')}')) AS w FROM numbers`,
    ],
    ['read_text', () => `SELECT content FROM read_text('${inFolder('secret.csv')}')`],
    ['read_blob', () => `SELECT content FROM read_blob('${inFolder('secret.csv')}')`],
    ['read_json', () => `SELECT * FROM read_json_auto('${inFolder('secret.csv')}')`],
    ['sniff_csv', () => `SELECT * FROM sniff_csv('${inFolder('secret.csv')}')`],
    ['parquet_scan', () => `SELECT * FROM parquet_scan('${inFolder('secret.csv')}')`],
    ['glob', () => `SELECT * FROM glob('${inFolder('*')}')`],
    [
      'a query in a text',
      () => `SELECT * FROM query('SELECT * FROM read_text(''${inFolder('secret.csv')}'')')`,
    ],
    ['a serialised query', () => "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))"],
    ['COPY to a file', () => `COPY numbers TO '${inFolder('out.csv')}'`],
    ['COPY from a file', () => `COPY numbers FROM '${inFolder('secret.csv')}'`],
    ['COPY with a query', () => `COPY (SELECT 1) TO '${inFolder('out.parquet')}'`],
    ['EXPORT', () => `EXPORT DATABASE '${inFolder('out')}'`],
    ['IMPORT', () => `IMPORT DATABASE '${inFolder('out')}'`],
    ['ATTACH', () => `ATTACH '${inFolder('other.duckdb')}' AS other`],
    ['INSTALL', () => 'INSTALL httpfs'],
    ['LOAD', () => 'LOAD httpfs'],
    ['SET', () => 'SET memory_limit = 0'],
    ['RESET', () => 'RESET memory_limit'],
    ['PRAGMA', () => 'PRAGMA enable_profiling'],
    ['PRAGMA with a value', () => 'PRAGMA threads = 8'],
    ['CREATE TABLE', () => 'CREATE TABLE t AS SELECT 1 AS a'],
    ['CREATE TEMP TABLE', () => 'CREATE TEMP TABLE numbers AS SELECT 1 AS id, 2 AS kind'],
    ['CREATE MACRO', () => 'CREATE TEMP MACRO sum(x) AS 0'],
    ['INSERT', () => 'INSERT INTO numbers VALUES (1, 1, 1)'],
    ['UPDATE', () => 'UPDATE numbers SET kind = 0'],
    ['DELETE', () => 'DELETE FROM numbers'],
    ['DROP', () => 'DROP TABLE numbers'],
    ['CHECKPOINT', () => 'CHECKPOINT'],
    ['VACUUM', () => 'VACUUM'],
    ['BEGIN', () => 'BEGIN TRANSACTION'],
    ['PREPARE', () => 'PREPARE p AS SELECT 1'],
    ['CALL', () => 'CALL enable_logging()'],
    ['logging', () => 'SELECT * FROM enable_logging()'],
    ['the log', () => 'SELECT * FROM duckdb_logs()'],
    ["the database's path", () => 'SELECT path FROM duckdb_databases()'],
    ['the same through a view', () => 'SELECT file FROM pragma_database_list'],
    ['settings', () => "SELECT current_setting('temp_directory')"],
    ['the environment', () => "SELECT getenv('HOME')"],
    ['secrets', () => "SELECT * FROM which_secret('s3://bucket', 's3')"],
    ['two statements', () => 'SELECT 1; SELECT 2'],
    ['a write behind a query', () => 'SELECT 1; DELETE FROM numbers'],
    ['a write in a WITH', () => 'WITH gone AS (DELETE FROM numbers RETURNING *) SELECT * FROM gone'],
    ['EXPLAIN ANALYZE of a write', () => 'EXPLAIN ANALYZE DELETE FROM numbers'],
    ['PIVOT with its own table', () => 'PIVOT numbers ON kind USING sum(amount)'],
    ['nothing', () => ''],
    ['a comment', () => '-- nothing'],
    ['a semicolon', () => ';'],
    ['prose', () => 'Here is the query you asked for:\n```sql\nSELECT 1\n```'],
  ])('%s', async (_, sql) => {
    const outcome = await run(sql());
    expect(['refused', 'failed']).toContain(outcome.kind);
    expect(JSON.stringify(outcome)).not.toContain('xyzzy');
  });

  it('opens no connection to a server that waits for one', async () => {
    let visits = 0;
    const server = createServer((_request, response) => {
      visits += 1;
      response.end('a\n1\n');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.csv`;
    for (const sql of [
      `SELECT * FROM '${address}'`,
      `SELECT * FROM read_csv('${address}')`,
      `ATTACH '${address}'`,
      `COPY numbers TO '${address}'`,
    ]) {
      expect(['refused', 'failed']).toContain((await run(sql)).kind);
    }
    server.close();
    expect(visits).toBe(0);
    await unharmed();
  });

  it('leaves nothing behind on the disk', () => {
    expect(
      ['out.csv', 'out.parquet', 'out', 'other.duckdb'].filter((name) =>
        existsSync(join(database.folder, name)),
      ),
    ).toEqual([]);
  });
});

describe('a query that will not end or takes too much is stopped, and the next one runs', () => {
  const endless = 'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r';
  it.each([
    ['an endless recursion', endless, ['timed-out', 'out-of-memory']],
    [
      'a cross join',
      'SELECT count(*) FROM numbers a, numbers b, numbers c WHERE a.id + b.id + c.id = 5',
      ['timed-out'],
    ],
    [
      'one text of two gigabytes, which DuckDB does not interrupt',
      "SELECT length(repeat('x', 2000000000))",
      ['timed-out', 'out-of-memory'],
    ],
    [
      'a sort of 400 million rows',
      'SELECT a.id FROM numbers a, numbers b ORDER BY hash(a.id, b.id) DESC',
      ['timed-out', 'out-of-memory'],
    ],
    ['a list of everything', 'SELECT list(a.id) FROM numbers a, numbers b', ['timed-out', 'out-of-memory']],
    [
      'a hash table of everything',
      'SELECT a.id, b.id, count(*) FROM numbers a, numbers b GROUP BY ALL',
      ['timed-out', 'out-of-memory'],
    ],
  ])('%s', async (_, sql, ends) => {
    const started = performance.now();
    const outcome = await run(sql, 200);
    expect(ends).toContain(outcome.kind);
    expect(performance.now() - started).toBeLessThan(15_000);
    await unharmed();
  });

  it('keeps the memory limit when time is plenty', async () => {
    expect(
      (await run("SELECT string_agg(repeat('x', 200) || a.id, ',') FROM numbers a, range(200) b", 20_000))
        .kind,
    ).toBe('out-of-memory');
    await unharmed();
  });

  it('cuts results that are too large to carry', async () => {
    const outcome = await run("SELECT repeat('y', 10000) AS y FROM numbers");
    expect(
      outcome.kind === 'result' ? [outcome.table.truncated, outcome.table.rows.length] : outcome,
    ).toEqual([true, 419]);
    await unharmed();
  });

  it('stops other queries of the pool from waiting for ever', async () => {
    const outcomes = await Promise.all([
      run(endless, 200),
      run('SELECT 1 AS one'),
      run(endless, 200),
      run('SELECT 2 AS two'),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['timed-out', 'result', 'timed-out', 'result']);
  });
});

describe('hostile text', () => {
  it.each([
    ['fifty thousand brackets', `SELECT ${'('.repeat(50_000)}1`],
    ['fifty thousand operators', `SELECT 1 ${'+ 1 '.repeat(50_000)}`],
    ['nested subqueries', `${'SELECT * FROM ('.repeat(2_000)}SELECT 1${')'.repeat(2_000)}`],
    ['a megabyte in one line', `SELECT '${'x'.repeat(2 ** 20)}`],
    ['a NUL inside', "SELECT 'a\u0000b'"],
    ['half of a surrogate pair', "SELECT '\ud800' AS s"],
    ['markup', "<script>alert('x')</script>"],
    ['a parameter', 'SELECT $1'],
    ['control characters', 'SELECT\u0007 1\u001b[2J'],
  ])('%s', async (_, sql) => {
    const outcome = await run(sql);
    expect(outcome.kind).not.toBe('infrastructure');
    await unharmed();
  });
});

describe('inspect', () => {
  it('finds every wall in force', async () => {
    const report = await sandbox.inspect();
    expect(report.walls.filter((wall) => !wall.inForce)).toEqual([]);
    expect(report.walls.length).toBe(12);
  });
});
