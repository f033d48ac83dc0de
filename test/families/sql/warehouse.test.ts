import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Warehouse } from '../../../src/families/sql/open-warehouse.js';
import { catalogueText, loadCatalogue } from '../../../src/families/sql/warehouse/catalogue.js';
import { ensureWarehouse, expectedFingerprint } from '../../../src/families/sql/warehouse/ensure.js';
import { sharedWarehouse } from './shared-warehouse.js';

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await sharedWarehouse(1);
}, 120_000);
afterAll(() => warehouse.close());

const one = async (sql: string): Promise<readonly (string | null)[]> => {
  const outcome = await warehouse.run(sql);
  return outcome.kind === 'result' ? (outcome.table.rows[0] ?? []) : [JSON.stringify(outcome)];
};

describe('the embedded warehouse', () => {
  it('holds the rows that were agreed on, about three hundred thousand', async () => {
    const tables = Object.entries(expectedFingerprint());
    expect(tables.length).toBe(31);
    expect(tables.reduce((sum, [, { rows }]) => sum + rows, 0)).toBeGreaterThan(300_000);
    for (const [table, { rows }] of tables)
      expect(await one(`SELECT COUNT(*) AS n FROM ${table}`)).toEqual([String(rows)]);
  });

  it('has the columns and types of its catalogue', async () => {
    for (const { schema, tables } of loadCatalogue()) {
      for (const { name, columns } of tables) {
        const outcome = await warehouse.run(
          `SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = '${schema}' AND table_name = '${name}' ORDER BY ordinal_position`,
        );
        const found = outcome.kind === 'result' ? outcome.table.rows : [];
        expect(found).toEqual(
          columns.map((column) => [column.name, column.type, column.nullable ? 'YES' : 'NO']),
        );
      }
    }
  });

  it('has the traps that it promises', async () => {
    const more = async (sql: string, least: number): Promise<void> => {
      const [n] = await one(sql);
      expect([sql, Number(n) >= least]).toEqual([sql, true]);
    };
    await more('SELECT COUNT(*) - COUNT(DISTINCT event_id) AS n FROM product.events', 500);
    await more(
      "SELECT COUNT(*) AS n FROM product.events WHERE received_at > occurred_at + INTERVAL '1 day'",
      500,
    );
    await more(
      'SELECT COUNT(*) - COUNT(DISTINCT LOWER(email)) AS n FROM commerce.customers WHERE email IS NOT NULL',
      50,
    );
    await more('SELECT COUNT(*) AS n FROM commerce.orders WHERE customer_id IS NULL', 500);
    await more(
      'SELECT COUNT(*) AS n FROM (SELECT order_id FROM commerce.payments GROUP BY order_id HAVING COUNT(*) > 1) split',
      1_000,
    );
    await more('SELECT COUNT(DISTINCT time_zone) AS n FROM commerce.stores', 10);
    await more(
      "SELECT COUNT(*) AS n FROM commerce.orders o JOIN commerce.stores s ON s.store_id = o.store_id WHERE CONVERT_TIMEZONE('UTC', s.time_zone, o.ordered_at)::DATE <> o.ordered_at::DATE",
      200,
    );
    await more('SELECT COUNT(*) AS n FROM finance.journal_entries WHERE reverses_id IS NOT NULL', 100);
    expect(await one('SELECT SUM(debit) = SUM(credit) AS balanced FROM finance.journal_lines')).toEqual([
      'True',
    ]);
    expect(
      await one('SELECT COUNT(*) AS n FROM finance.exchange_rates WHERE DAYOFWEEK(rate_date) IN (0, 6)'),
    ).toEqual(['0']);
    expect(
      await one(
        'SELECT COUNT(*) AS n FROM (SELECT product_id, valid_from, LEAD(valid_from) OVER (PARTITION BY product_id ORDER BY valid_from) AS next_from, valid_to FROM commerce.price_history) periods WHERE next_from <> valid_to',
      ),
    ).toEqual(['0']);
  });

  it('knows the functions of Snowflake that its questions use', async () => {
    expect(
      await one(
        "SELECT IFF(TRUE, 'a', 'b') AS a, NVL(NULL, 2) AS b, ZEROIFNULL(NULL) AS c, DIV0(1, 0) AS d, CONVERT_TIMEZONE('UTC', 'America/New_York', TIMESTAMP '2024-07-01 12:00:00') AS e",
      ),
    ).toEqual(['a', '2', '0', '0', '2024-07-01 08:00:00']);
  });

  it('describes itself in text', () => {
    const text = catalogueText(loadCatalogue()[0] as ReturnType<typeof loadCatalogue>[number]);
    expect(text.split('\n')[1]).toContain('commerce.customers: one row per account.');
    expect(text).toContain('  email VARCHAR: as typed at registration');
    expect(text).toContain('  customer_id INTEGER NOT NULL: key');
  });
});

describe('ensureWarehouse', () => {
  it('builds nothing where the file is there, and says what to do where it cannot write', async () => {
    const folder = join(tmpdir(), 'pawl-test-warehouse');
    const before = readdirSync(folder);
    const file = await ensureWarehouse(folder);
    expect(readdirSync(folder)).toEqual(before);
    expect(file.startsWith(folder)).toBe(true);

    const other = mkdtempSync(join(tmpdir(), 'pawl-no-folder-'));
    writeFileSync(join(other, 'occupied'), '');
    await expect(ensureWarehouse(join(other, 'occupied'))).rejects.toMatchObject({
      code: 'environment',
      hint: expect.stringContaining('PAWL_CACHE') as string,
    });
    mkdirSync(join(other, 'empty'));
    expect(readdirSync(join(other, 'empty'))).toEqual([]);
    rmSync(other, { recursive: true });
  });
});
