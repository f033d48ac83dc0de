import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlSandbox } from '../../src/sandbox/sql/pool.js';
import type { SqlOutcome, SqlSandbox } from '../../src/sandbox/sql/sql-sandbox.js';
import { smallDatabase } from './small-database.js';

let database: Awaited<ReturnType<typeof smallDatabase>>;
let sandbox: SqlSandbox;
beforeAll(async () => {
  database = await smallDatabase();
  sandbox = createSqlSandbox({ database: database.file });
});
afterAll(async () => {
  await sandbox.close();
  database.remove();
});

const run = (sql: string, maxRows?: number): Promise<SqlOutcome> =>
  sandbox.run({ sql, timeoutMs: 10_000, ...(maxRows === undefined ? {} : { maxRows }) });

describe('the SQL sandbox', () => {
  it('returns columns with types, and cells as text', async () => {
    const outcome = await run(
      "SELECT kind, count(*) AS n, true AS yes, NULL AS nothing, 2.50::DECIMAL(5,2) AS price, DATE '2024-02-29' AS day, [1, 2] AS list FROM numbers GROUP BY kind ORDER BY kind LIMIT 1",
    );
    expect(outcome).toMatchObject({
      kind: 'result',
      table: {
        columns: [
          { name: 'kind', type: 'BIGINT' },
          { name: 'n', type: 'BIGINT' },
          { name: 'yes', type: 'BOOLEAN' },
          { name: 'nothing', type: 'INTEGER' },
          { name: 'price', type: 'DECIMAL(5,2)' },
          { name: 'day', type: 'DATE' },
          { name: 'list', type: 'INTEGER[]' },
        ],
        rows: [['0', '2858', 'True', null, '2.50', '2024-02-29', '[1,2]']],
        truncated: false,
      },
    });
  });

  it('gives the parse tree without positions, equal for equal queries', async () => {
    const [a, b] = await Promise.all([
      run('SELECT id FROM numbers LIMIT 1'),
      run('select   id\nfrom numbers   limit 1'),
    ]);
    expect(
      a.kind === 'result' && b.kind === 'result' && JSON.stringify(a.tree) === JSON.stringify(b.tree),
    ).toBe(true);
    expect(JSON.stringify(a)).not.toContain('query_location');
  });

  it('cuts long results at the row limit and says so', async () => {
    const outcome = await run('SELECT id FROM numbers ORDER BY id', 3_000);
    expect(
      outcome.kind === 'result' && [
        outcome.table.rows.length,
        outcome.table.truncated,
        outcome.table.rows.at(-1),
      ],
    ).toEqual([3_000, true, ['2999']]);
    const whole = await run('SELECT id FROM numbers WHERE id < 3000', 3_000);
    expect(whole.kind === 'result' && [whole.table.rows.length, whole.table.truncated]).toEqual([
      3_000,
      false,
    ]);
  });

  it('tells what failed: parsing, binding, running', async () => {
    expect(await run('SELEC id FROM numbers')).toMatchObject({ kind: 'failed', stage: 'parse', tree: null });
    expect(await run('SELECT nope FROM numbers')).toMatchObject({
      kind: 'failed',
      stage: 'bind',
      message: expect.stringContaining('"nope"') as string,
    });
    expect(await run("SELECT ('x' || id)::INTEGER FROM numbers")).toMatchObject({
      kind: 'failed',
      stage: 'run',
    });
  });

  it('draws the same random numbers every time', async () => {
    const sql = 'SELECT random() AS r FROM numbers LIMIT 2';
    const [first, second] = [await run(sql), await run(sql)];
    expect(
      first.kind === 'result' &&
        second.kind === 'result' &&
        JSON.stringify(first.table) === JSON.stringify(second.table),
    ).toBe(true);
  });

  it('parses without running, and knows its engine without starting', async () => {
    expect(await sandbox.parse('SELECT nowhere FROM nothing')).toMatchObject({ kind: 'tree' });
    expect(await sandbox.parse('SELECT FROM')).toMatchObject({ kind: 'failed' });
    expect(sandbox.engine).toMatch(/^duckdb \d/);
  });

  it('says that it is closed', async () => {
    const other = createSqlSandbox({ database: null });
    await other.close();
    expect(await other.run({ sql: 'SELECT 1', timeoutMs: 1_000 })).toMatchObject({ kind: 'infrastructure' });
  });

  it('says why a process cannot start', async () => {
    const broken = createSqlSandbox({ database: `${database.folder}/missing.duckdb`, children: 1 });
    expect(await broken.run({ sql: 'SELECT 1', timeoutMs: 1_000 })).toMatchObject({
      kind: 'infrastructure',
      message: expect.stringContaining('could not be started') as string,
    });
    await broken.close();
  });
});
