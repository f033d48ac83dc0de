import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../../src/families/family.js';
import { createSqlFamily } from '../../../src/families/sql/family.js';
import type { Warehouse } from '../../../src/families/sql/open-warehouse.js';
import { sqlTaxonomy } from '../../../src/families/sql/taxonomy.js';
import { makeItem, type Task } from '../../../src/grader/item.js';
import { sqlFaults } from '../../../src/roles/simulated/sql/sql-faults.js';
import { sharedWarehouse } from './shared-warehouse.js';

let warehouse: Warehouse;
let family: Family;
beforeAll(async () => {
  warehouse = await sharedWarehouse();
  family = createSqlFamily({ warehouse });
}, 120_000);
afterAll(() => warehouse.close());

describe('every class of faults', () => {
  it.each(sqlTaxonomy)(
    '%s is a real failure of at least five tasks',
    async (failureClass) => {
      const faults = sqlFaults(warehouse);
      const failing = new Set<string>();
      for (const task of spread(family.tasks)) {
        const { variants } = await faults.catalogue({ task, preference: [failureClass], slots: 1 });
        for (const { output, faults: own } of variants.filter((one) => one.faults.length > 0)) {
          expect(own).toEqual([failureClass]);
          const truth = await family.truth(makeItem(task, output));
          if (truth.outcome === 'scored' && truth.label === 'FAIL') failing.add(task.id);
        }
        if (failing.size === 5) break;
      }
      expect(failing.size).toBe(5);
    },
    60_000,
  );
});

/** The same tasks with those of a topic far from each other. */
function spread(tasks: readonly Task[]): readonly Task[] {
  return Array.from({ length: tasks.length }, (_, at) => tasks[(at * 61) % tasks.length] as Task);
}

describe('hostile outputs', () => {
  const task = (): Task => family.tasks[0] as Task;

  it.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['a megabyte in one line', `SELECT '${'x'.repeat(2 ** 20)}' AS n`],
    ['a megabyte of brackets', '('.repeat(2 ** 20)],
    ['a line of commas', `SELECT ${'1,'.repeat(10_000)}1`],
    ['halves of surrogate pairs and NUL', '\ud800\u0000SELECT\udfff 1'],
    ['bytes that were no UTF-8', Buffer.from([0x53, 0xff, 0xfe, 0xc3, 0x28]).toString('utf8')],
    ['other writing directions', 'SELECT \u202e1\u202c AS \u200b'],
    ['a cell that imitates CSV', `SELECT 'a,b"\n"c' AS "x,\n""y"`],
    ['an export', "COPY commerce.orders TO 'stolen.csv'"],
    ['an import', "SELECT * FROM read_text('/etc/hosts')"],
    ['a deletion behind a query', 'SELECT 1; DROP TABLE commerce.orders'],
    ['another database', "ATTACH 'new.duckdb' AS fresh"],
  ])(
    '%s: a verdict, a FAIL, and nothing written',
    async (_, output) => {
      const folder = mkdtempSync(`${tmpdir()}/pawl-hostile-`);
      const before = process.cwd();
      try {
        process.chdir(folder);
        const item = makeItem(task(), output);
        const root = await family.root(item);
        expect(['CLEAN', 'DRAWBACK']).toContain(root.verdict);
        expect(JSON.stringify(root).length).toBeLessThan(300_000);
        expect(await family.truth(item)).toMatchObject({ outcome: 'scored', label: 'FAIL' });
        expect(readdirSync(folder)).toEqual([]);
      } finally {
        process.chdir(before);
        rmSync(folder, { recursive: true });
      }
    },
    30_000,
  );

  it('gives a verdict on any text', async () => {
    const words = fc.constantFrom(
      'SELECT',
      '*',
      'FROM',
      'commerce.orders',
      '(',
      ')',
      ',',
      "'",
      '"',
      '--',
      ';',
      '/*',
      '1',
      '\n',
      'WHERE',
      '\u0000',
      '😀',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(words, { maxLength: 20 }).map((list) => list.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (output) => {
        const item = makeItem(task(), output);
        expect(['CLEAN', 'DRAWBACK']).toContain((await family.root(item)).verdict);
        expect((await family.truth(item)).outcome).toBe('scored');
      }),
      { numRuns: 150, seed: 4 },
    );
  }, 60_000);
});
