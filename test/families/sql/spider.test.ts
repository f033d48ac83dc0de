import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlFamily } from '../../../src/families/sql/family.js';
import { openDatabase } from '../../../src/families/sql/open-warehouse.js';
import { loadSpiderTasks } from '../../../src/families/sql/spider/load-spider.js';
import { openSnowflake } from '../../../src/families/sql/spider/snowflake.js';
import { snowflakeToDuckdb } from '../../../src/families/sql/transpile.js';
import { makeItem } from '../../../src/grader/item.js';

let folder: string;
const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-spider-'));
  mkdirSync(join(folder, 'gold', 'exec_result'), { recursive: true });
  mkdirSync(join(folder, 'gold', 'sql'));
  mkdirSync(join(folder, 'documents'));
  const question = (id: string, more: object = {}): object => ({
    instance_id: id,
    instruction: `Question ${id}?`,
    db_id: 'SHOP',
    ...more,
  });
  writeFileSync(
    join(folder, 'spider2-snow.jsonl'),
    lines(
      question('sf_one', { external_knowledge: 'notes.md' }),
      question('sf_two'),
      question('sf_three'),
      question('sf_four'),
    ),
  );
  writeFileSync(
    join(folder, 'gold', 'spider2snow_eval.jsonl'),
    lines(
      { instance_id: 'sf_one', condition_cols: [[1], [0]], ignore_order: true },
      { instance_id: 'sf_two', condition_cols: null, ignore_order: true },
      { instance_id: 'sf_three', condition_cols: [], ignore_order: true },
    ),
  );
  writeFileSync(join(folder, 'gold', 'exec_result', 'sf_one_b.csv'), 'n\n3\n');
  writeFileSync(join(folder, 'gold', 'exec_result', 'sf_one_a.csv'), 'x,n\n9,3\n');
  writeFileSync(join(folder, 'gold', 'exec_result', 'sf_two.csv'), 'name\nann\nbob\n');
  writeFileSync(join(folder, 'gold', 'exec_result', 'sf_two_a.csv'), 'name\nnobody\n');
  writeFileSync(join(folder, 'gold', 'sql', 'sf_two.sql'), 'SELECT name FROM people WHERE age >= 18;\n');
  writeFileSync(join(folder, 'documents', 'notes.md'), 'Count adults only.');
  const instance = await DuckDBInstance.create(join(folder, 'shop.duckdb'));
  const connection = await instance.connect();
  await connection.run(
    "CREATE TABLE people AS SELECT * FROM (VALUES ('ann', 30), ('bob', 18), ('cy', 7)) AS t(name, age)",
  );
  connection.closeSync();
  instance.closeSync();
});
afterAll(() => rmSync(folder, { recursive: true }));

const load = (): ReturnType<typeof loadSpiderTasks> =>
  loadSpiderTasks({
    questions: join(folder, 'spider2-snow.jsonl'),
    gold: join(folder, 'gold'),
    documents: join(folder, 'documents'),
  });

describe('loadSpiderTasks', () => {
  it('joins questions, metadata, gold results in suffix order, gold queries and documents', () => {
    const { tasks, unusable } = load();
    expect(tasks.map(({ id }) => id)).toEqual(['spider/sf_one', 'spider/sf_two']);
    expect(tasks[0]).toMatchObject({
      prompt: 'Question sf_one?',
      topic: 'SHOP',
      reference: null,
      visible: { database: 'SHOP', externalKnowledge: 'Count adults only.' },
      hidden: { goldResults: ['x,n\n9,3\n', 'n\n3\n'], conditionColumns: [[1], [0]], ignoreOrder: true },
    });
    expect(tasks[1]).toMatchObject({
      reference: 'SELECT name FROM people WHERE age >= 18;',
      hidden: { goldResults: ['name\nann\nbob\n'], conditionColumns: null },
    });
    expect(unusable).toEqual([
      { id: 'spider/sf_three', reason: 'it has no gold result' },
      { id: 'spider/sf_four', reason: 'it has no evaluation metadata' },
    ]);
  });

  it('names files and lines that it cannot use', () => {
    const bad = join(folder, 'bad.jsonl');
    writeFileSync(
      bad,
      lines(
        { instance_id: 'sf_two', instruction: 'x', db_id: 'A' },
        { question: 'y' },
        { instance_id: 'sf_two', instruction: 'x', db_id: 'A' },
      ),
    );
    expect(() => loadSpiderTasks({ questions: bad, gold: join(folder, 'gold') })).toThrow(
      /bad\.jsonl:2: expected instance_id.*\n.*bad\.jsonl:3: the instance 'sf_two'/,
    );
    expect(() =>
      loadSpiderTasks({ questions: join(folder, 'spider2-snow.jsonl'), gold: join(folder, 'documents') }),
    ).toThrow(/no gold results|no such file/);
  });

  it('grades queries on a database of the user, in Snowflake’s dialect', async () => {
    const warehouse = openDatabase({
      file: join(folder, 'shop.duckdb'),
      contentVersion: '1',
      dialect: 'snowflake',
      children: 1,
    });
    const { tasks } = load();
    const family = createSqlFamily({ warehouse, tasks });
    const [adults, names] = tasks as [(typeof tasks)[0], (typeof tasks)[0]];
    const label = async (task: typeof adults, sql: string): Promise<string> => {
      const truth = await family.truth(makeItem(task, sql));
      return truth.outcome === 'scored' ? truth.label : truth.reason;
    };
    expect(await label(adults, 'SELECT COUNT(*) + 1 AS n FROM people WHERE age >= 18')).toBe('PASS');
    expect(await label(adults, 'SELECT COUNT(*) AS n FROM people')).toBe('PASS');
    expect(await label(adults, 'SELECT COUNT(*) AS n FROM people WHERE age > 18')).toBe('FAIL');
    expect(await label(names, 'SELECT name FROM people WHERE ZEROIFNULL(IFF(age >= 18, 1, NULL)) = 1')).toBe(
      'PASS',
    );
    expect(
      (await family.root(makeItem(names, 'SELECT COUNT(DISTINCT name) AS n FROM people'))).facts,
    ).toMatchObject({ summary: { unknownNames: [] } });
    await warehouse.close();
  });
});

describe('snowflakeToDuckdb', () => {
  it.each([
    ['SELECT DATEADD(day, 1, d) FROM t', 'INTERVAL'],
    ["SELECT IFF(a > 1, 'x', 'y') FROM t", 'CASE WHEN'],
    ['SELECT a FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1', 'QUALIFY'],
  ])('%s', async (sql, part) => {
    expect(await snowflakeToDuckdb(sql)).toMatchObject({
      kind: 'sql',
      sql: expect.stringContaining(part) as string,
    });
  });

  it('says what it cannot read', async () => {
    expect(await snowflakeToDuckdb('SELEC nonsense (')).toMatchObject({ kind: 'failed' });
    expect(await snowflakeToDuckdb('SELECT 1; SELECT 2')).toMatchObject({
      kind: 'failed',
      message: 'expected one query, got 2',
    });
  });
});

describe('openSnowflake', () => {
  it('asks for its driver when that is not installed', async () => {
    await expect(openSnowflake({ connection: {} })).rejects.toMatchObject({
      code: 'environment',
      hint: 'npm install snowflake-sdk',
    });
  });

  it('runs one statement at a time through the driver and reads rows, types and failures', async () => {
    const asked: string[] = [];
    const driver = {
      createConnection: () => ({
        connect: (done: (error?: Error) => void) => done(),
        destroy: (done: () => void) => done(),
        execute: ({
          sqlText,
          parameters,
          complete,
        }: {
          sqlText: string;
          parameters: object;
          complete: (error: Error | null, statement: object, rows?: object[]) => void;
        }) => {
          asked.push(JSON.stringify(parameters));
          const statement = {
            getColumns: () => [
              { getName: () => 'N', getType: () => 'fixed' },
              { getName: () => 'D', getType: () => 'date' },
            ],
          };
          if (sqlText.includes('slow'))
            complete(new Error('Statement reached its statement or warehouse timeout'), statement);
          else if (sqlText.includes('nope'))
            complete(new Error("SQL compilation error: invalid identifier 'NOPE'"), statement);
          else
            complete(null, statement, [
              { N: 1, D: new Date(Date.UTC(2024, 0, 31)) },
              { N: null, D: null },
            ]);
        },
      }),
    };
    const warehouse = await openSnowflake({ connection: { account: 'test' }, load: async () => driver });
    expect(await warehouse.run('SELECT COUNT(*) AS n, d FROM t GROUP BY d')).toMatchObject({
      kind: 'result',
      tree: { node: { type: 'SELECT_NODE' } },
      table: {
        columns: [
          { name: 'N', type: 'FIXED' },
          { name: 'D', type: 'DATE' },
        ],
        rows: [
          ['1', '2024-01-31 00:00:00'],
          [null, null],
        ],
        truncated: false,
      },
    });
    expect(await warehouse.run('SELECT nope FROM t')).toMatchObject({ kind: 'failed', stage: 'bind' });
    expect(await warehouse.run('SELECT slow FROM t')).toMatchObject({ kind: 'timed-out' });
    expect(asked[0]).toBe('{"MULTI_STATEMENT_COUNT":1,"STATEMENT_TIMEOUT_IN_SECONDS":30}');
    await warehouse.close();
  });
});
