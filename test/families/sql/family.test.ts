import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataPath } from '../../../src/data-folder.js';
import type { Truth } from '../../../src/families/family.js';
import { createSqlFamily } from '../../../src/families/sql/family.js';
import { loadSqlTasks } from '../../../src/families/sql/load-tasks.js';
import type { Warehouse } from '../../../src/families/sql/open-warehouse.js';
import { goldOf } from '../../../src/families/sql/truth.js';
import { sqlTaxonomy } from '../../../src/families/sql/taxonomy.js';
import { readOps } from '../../../src/families/read-ops.js';
import { printQuery } from '../../../src/families/sql/tree/print-query.js';
import type { SqlNode } from '../../../src/families/sql/tree/node.js';
import { makeItem, type RootFinding, type Task } from '../../../src/grader/item.js';
import { runPythonCheck } from '../../../src/grading/python-checks.js';
import { createPythonSandbox } from '../../../src/sandbox/python/pool.js';
import { createSimulatedRoles } from '../../../src/roles/simulated/simulated-roles.js';
import { maximumOutputs } from '../../../src/roles/simulated/fault-model.js';
import { sqlFaults } from '../../../src/roles/simulated/sql/sql-faults.js';
import type { OpVerdict } from '../../../src/verdict.js';
import { sharedWarehouse } from './shared-warehouse.js';

let warehouse: Warehouse;
let family: ReturnType<typeof createSqlFamily>;
beforeAll(async () => {
  warehouse = await sharedWarehouse();
  family = createSqlFamily({ warehouse });
}, 120_000);
afterAll(() => warehouse.close());

const tasks = loadSqlTasks();
const named = (id: string): Task => tasks.find((task) => task.id === `sql/${id}`) as Task;
const revenue = named('sales/revenue-by-channel-2024');
const gold = revenue.reference as string;
const root = (task: Task, output: string): Promise<RootFinding> => family.root(makeItem(task, output));
const truth = (task: Task, output: string): Promise<Truth> => family.truth(makeItem(task, output));

describe('the embedded pack', () => {
  it('has enough questions over three schemas and nine topics', () => {
    expect(tasks.length).toBe(190);
    expect(new Set(tasks.map(({ topic }) => topic)).size).toBe(9);
    expect(new Set(tasks.map(({ visible }) => visible['database']))).toEqual(
      new Set(['commerce', 'finance', 'product']),
    );
    expect(family.splitSizes).toEqual({ train: 59, dev: 10, test: 40, untouched: 20 });
  });

  it('is answered right by every gold query, which is clean, printable and cheap to compare', async () => {
    const wrong: string[] = [];
    await Promise.all(
      tasks.map(async (task) => {
        const item = makeItem(task, task.reference ?? '');
        const [found, finding] = [await family.truth(item), await family.root(item)];
        const outcome = await warehouse.run(item.output);
        const tree = outcome.kind === 'result' ? (outcome.tree as SqlNode) : null;
        const parsed = tree === null ? null : await warehouse.parse(printQuery(tree));
        const rows = outcome.kind === 'result' ? outcome.table.rows.length : 0;
        if (found.outcome !== 'scored' || found.label !== 'PASS' || found.details['rowsMode'] !== 'PASS')
          wrong.push(`${task.id}: truth`);
        if (finding.verdict !== 'CLEAN') wrong.push(`${task.id}: root`);
        if (parsed?.kind !== 'tree' || JSON.stringify(parsed.tree) !== JSON.stringify(tree))
          wrong.push(`${task.id}: not printed as it was`);
        if (rows < 2 || rows > 200) wrong.push(`${task.id}: ${rows} rows`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('gives no gold away in what solvers and ops see', () => {
    for (const task of tasks) expect(JSON.stringify(task.visible)).not.toContain(task.reference);
    expect(revenue.visible['catalogue']).toContain('commerce.order_items: one row per order and line');
  });
});

describe('the truth', () => {
  it('passes other columns, names and orders, and says where the rows mode differs', async () => {
    const other = gold.replace('o.channel,', 'o.channel AS kanal, 1 AS one,').concat('\nORDER BY 3 DESC');
    expect(await truth(revenue, other)).toMatchObject({
      outcome: 'scored',
      label: 'PASS',
      score: 1,
      details: { rowsMode: 'PASS' },
    });
    const scrambled = `SELECT c.channel, v.revenue FROM (SELECT channel, ROW_NUMBER() OVER (ORDER BY channel) AS n FROM (${gold}) a) c JOIN (SELECT revenue, ROW_NUMBER() OVER (ORDER BY revenue) AS n FROM (${gold}) b) v USING (n)`;
    expect(await truth(revenue, scrambled)).toMatchObject({ label: 'PASS', details: { rowsMode: 'FAIL' } });
  });

  it.each([
    ['a lost group', () => 'SELECT SUM(quantity * unit_price) AS revenue FROM commerce.order_items', null],
    ['a missing filter', () => gold.replace("o.status <> 'cancelled' AND ", ''), null],
    ['an invented column', () => gold.replace('o.channel', 'o.sales_channel'), 'invented-name'],
    ['no SQL', () => 'The web channel sold most.', 'invented-name'],
    ['no rows', () => gold.replace('2024-01-01', '2034-01-01'), 'lost-rows'],
    ['too many rows', () => 'SELECT i.order_id, i.unit_price FROM commerce.order_items i', 'fan-out'],
    ['a write', () => 'DELETE FROM commerce.orders', 'invented-name'],
  ])('fails %s', async (_, output, failureClass) => {
    expect(await truth(revenue, output())).toMatchObject({
      outcome: 'scored',
      label: 'FAIL',
      score: 0,
      failureClass,
    });
  });

  it('tells no gold value in its evidence', async () => {
    const found = await truth(revenue, gold.replace('SUM(', 'MAX('));
    const results = await goldOf(revenue, warehouse);
    const values = results.kind === 'results' ? (results.texts[0] ?? '').match(/\d{4,}\.\d+/g) : [];
    expect(values?.length).toBe(4);
    for (const value of values ?? []) expect(JSON.stringify(found)).not.toContain(value);
  });

  it('heeds the order of rows only where the question asks for it', async () => {
    const ordered = named('sales/top-ten-customers-by-spend');
    const turned = `SELECT * FROM (${ordered.reference ?? ''}) ranked ORDER BY spent`;
    expect(await truth(ordered, turned)).toMatchObject({ label: 'FAIL' });
    expect(await truth(revenue, `${gold}\nORDER BY revenue`)).toMatchObject({ label: 'PASS' });
  });
});

describe('the root', () => {
  it('tells what the query reads and what it gives', async () => {
    const { verdict, facts } = await root(revenue, gold);
    expect(verdict).toBe('CLEAN');
    expect(facts).toMatchObject({
      problem: null,
      summary: {
        tables: ['commerce.order_items', 'commerce.orders'],
        unknownNames: [],
        nullableColumns: ['discount_pct'],
        joins: [{ kind: 'inner', table: 'commerce.order_items', equalities: 1, conditions: 1 }],
        groupBy: ['o.channel'],
        select: [
          { text: 'o.channel', name: 'channel', kind: 'column' },
          { name: 'revenue', kind: 'aggregate' },
        ],
        limit: null,
      },
      result: {
        rows: 4,
        repeatedRows: 0,
        truncated: false,
        columns: [
          { name: 'channel', numeric: false, nulls: 0, distinct: 4 },
          { name: 'revenue', numeric: true },
        ],
      },
    });
  });

  it.each([
    ['SELECT 1;;; SELECT 2', 'refused'],
    ['SELEC', 'parse'],
    ['SELECT nope FROM commerce.orders', 'bind'],
    ["SELECT ('x' || order_id)::INTEGER AS n FROM commerce.orders", 'run'],
    ['SELECT order_id FROM commerce.orders WHERE order_id < 0', 'result'],
    [`SELECT '${'x'.repeat(120_000)}'`, 'refused'],
  ])('%.40s… is a drawback at the stage %s', async (output, stage) => {
    expect(await root(revenue, output)).toMatchObject({ verdict: 'DRAWBACK', facts: { problem: { stage } } });
  });
});

describe('seed ops', () => {
  const sandbox = createPythonSandbox({ children: 1 });
  afterAll(() => sandbox.close());
  const ops = readOps(dataPath('families', 'sql', 'ops'), sqlTaxonomy);
  const top = named('sales/top-ten-customers-by-spend');
  const share = named('sales/guest-share-by-channel');
  const listed = named('pricing/products-per-category');
  const cases: Readonly<Record<string, readonly (readonly [OpVerdict, Task, string])[]>> = {
    missing_group_by: [
      ['DRAWBACK', revenue, 'SELECT SUM(unit_price) AS revenue FROM commerce.order_items'],
      ['CLEAN', revenue, gold],
      ['ABSTAIN', revenue, 'SELECT channel, order_id FROM commerce.orders LIMIT 5'],
      ['ABSTAIN', top, top.reference ?? ''],
    ],
    spec_sql_mismatch: [
      ['DRAWBACK', revenue, gold.replaceAll('2024', '2021').replaceAll('2025', '2022')],
      ['CLEAN', revenue, gold],
      ['ABSTAIN', named('customers/customers-without-orders'), 'SELECT'],
    ],
    unknown_name: [
      ['DRAWBACK', revenue, 'SELECT sales_channel FROM commerce.orders'],
      ['DRAWBACK', revenue, 'SELECT channel FROM commerce.order'],
      ['CLEAN', revenue, gold],
      ['ABSTAIN', revenue, 'SELECT 1 AS one'],
    ],
    unmatched_rows_dropped: [
      ['DRAWBACK', listed, (listed.reference ?? '').replace('LEFT JOIN', 'JOIN')],
      ['CLEAN', listed, listed.reference ?? ''],
      ['ABSTAIN', revenue, gold],
    ],
    duplicate_rows: [
      ['DRAWBACK', revenue, 'SELECT channel, status FROM commerce.orders LIMIT 100'],
      ['CLEAN', revenue, gold],
      ['ABSTAIN', revenue, 'SELECT COUNT(*) AS n FROM commerce.orders'],
    ],
    null_in_result: [
      ['DRAWBACK', revenue, 'SELECT promo_code, COUNT(*) AS n FROM commerce.orders GROUP BY promo_code'],
      ['CLEAN', revenue, gold],
      ['ABSTAIN', revenue, 'SELECT channel, COUNT(*) AS n FROM commerce.orders GROUP BY channel'],
    ],
    row_count_mismatch: [
      ['DRAWBACK', top, (top.reference ?? '').replace('LIMIT 10', 'LIMIT 11')],
      ['CLEAN', top, top.reference ?? ''],
      ['ABSTAIN', revenue, gold],
    ],
    share_out_of_range: [
      ['DRAWBACK', share, (share.reference ?? '').replace('100.0 * ', '1.0 * ')],
      ['DRAWBACK', share, (share.reference ?? '').replace('100.0 * ', '10000.0 * ')],
      ['CLEAN', share, share.reference ?? ''],
      ['ABSTAIN', revenue, gold],
    ],
  };

  it('are nine, on three tiers', () => {
    expect(ops.length).toBe(9);
    expect(new Set(ops.map(({ tier }) => tier))).toEqual(new Set(['static', 'execution', 'judge']));
    expect(Object.keys(cases).sort()).toEqual(
      ops.filter(({ tier }) => tier !== 'judge').map(({ name }) => name),
    );
  });

  it.each(Object.entries(cases))('%s', async (name, examples) => {
    const op = ops.find((one) => one.name === name);
    const items = await Promise.all(
      examples.map(async ([, task, output]) => {
        const item = makeItem(task, output);
        return { item, root: await family.root(item) };
      }),
    );
    const source = op?.check.kind === 'python' ? op.check.source : '';
    const findings = await runPythonCheck(sandbox, source, items);
    expect(findings.map(({ verdict }) => verdict)).toEqual(examples.map(([verdict]) => verdict));
  });
});

describe('faults of queries', () => {
  it('are really other queries with other results, for every class on tasks of every topic', async () => {
    const faults = sqlFaults(warehouse);
    const chosen = [...new Set(tasks.map(({ topic }) => topic))].map(
      (topic) => tasks.find((task) => task.topic === topic) as Task,
    );
    const seen = new Map<string, number>();
    for (const task of chosen) {
      const { classes, variants } = await faults.catalogue({ task, preference: [...sqlTaxonomy], slots: 4 });
      expect(variants.length).toBeLessThanOrEqual(maximumOutputs);
      expect(new Set(variants.map(({ output }) => output)).size).toBe(variants.length);
      expect(classes.length).toBeGreaterThanOrEqual(3);
      for (const { output, faults: own } of variants) {
        const found = await truth(task, output);
        const passes =
          found.outcome === 'scored' && found.label === 'PASS' && found.details['rowsMode'] === 'PASS';
        expect([task.id, output, passes]).toEqual([task.id, output, own.length === 0]);
        for (const one of own) seen.set(one, (seen.get(one) ?? 0) + 1);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(6);
  }, 120_000);

  it('are the same every time', async () => {
    const request = { task: revenue, preference: ['wrong-grouping', 'missing-filter'], slots: 2 };
    const [one, two] = [
      await sqlFaults(warehouse).catalogue(request),
      await sqlFaults(warehouse).catalogue(request),
    ];
    expect(one).toEqual(two);
    expect(one.variants.some(({ faults }) => faults.length === 2)).toBe(true);
  });

  it('refuse a task without a reference', async () => {
    const request = { task: { ...revenue, reference: null }, preference: ['fan-out'], slots: 1 };
    await expect(sqlFaults(warehouse).catalogue(request)).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('simulated roles', () => {
  it('solve and teach on the warehouse, and ask for one', async () => {
    const sandbox = createPythonSandbox({ children: 1 });
    expect(() => createSimulatedRoles({ family, sandbox })).toThrow('need a warehouse');
    const roles = createSimulatedRoles({ family, sandbox, warehouse });
    const output = await roles.solve({ task: revenue, skill: null, draw: 'a' });
    expect(await roles.solve({ task: revenue, skill: null, draw: 'a' })).toBe(output);
    expect(['PASS', 'FAIL']).toContain(
      (await roles.teach({ item: makeItem(revenue, output), draw: 'a' }))?.label,
    );
    await sandbox.close();
  });
});
