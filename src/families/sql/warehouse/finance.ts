import { random, type Random } from '../../../random.js';
import { day, daySeconds, monthStart, weekday, type Rows, type SchemaRows, type Value } from './rows.js';
import { companyWords, firstNames, lastNames } from './words.js';

const from = day('2023-01-01');
const to = day('2024-12-31');
const entryCount = 9_000;
const invoiceCount = 6_000;

const stream = (purpose: string): Random => random('sql-warehouse', 'finance', purpose);

const entities: Rows = [
  [1, 'Halcyon Holding Inc.', 'US', 'USD'],
  [2, 'Halcyon Retail GmbH', 'DE', 'EUR'],
  [3, 'Halcyon Services Ltd', 'GB', 'GBP'],
  [4, 'Halcyon Japan KK', 'JP', 'JPY'],
  [5, 'Halcyon Software LLC', 'US', 'USD'],
];

const accounts: Rows = [
  [1000, 'Assets', 'asset', null], [1100, 'Cash', 'asset', 1000], [1200, 'Receivables', 'asset', 1000], [1300, 'Inventory', 'asset', 1000], [1500, 'Equipment', 'asset', 1000],
  [2000, 'Liabilities', 'liability', null], [2100, 'Payables', 'liability', 2000], [2200, 'Accrued Payroll', 'liability', 2000], [2300, 'Deferred Revenue', 'liability', 2000],
  [3000, 'Equity', 'equity', null], [3100, 'Share Capital', 'equity', 3000],
  [4000, 'Revenue', 'revenue', null], [4100, 'Product Sales', 'revenue', 4000], [4200, 'Subscriptions', 'revenue', 4000], [4300, 'Services', 'revenue', 4000],
  [5000, 'Operating Expenses', 'expense', null], [5100, 'Salaries', 'expense', 5000], [5200, 'Rent', 'expense', 5000], [5300, 'Travel', 'expense', 5000], [5400, 'Software', 'expense', 5000], [5500, 'Marketing', 'expense', 5000], [5600, 'Freight', 'expense', 5000], [5700, 'Advice', 'expense', 5000], [5800, 'Training', 'expense', 5000],
  [6000, 'Financial Result', 'expense', null], [6100, 'Exchange Losses', 'expense', 6000], [6200, 'Interest', 'expense', 6000],
]; // prettier-ignore

const expenseCodes = [5100, 5200, 5300, 5400, 5500, 5600, 5700, 5800];
const revenueCodes = [4100, 4200, 4300];
const centers: readonly (readonly [string, string])[] = [
  ['CC10', 'Sales'], ['CC20', 'Marketing'], ['CC30', 'Engineering'], ['CC40', 'Support'], ['CC50', 'Logistics'], ['CC60', 'People'], ['CC70', 'Finance'], ['CC80', 'Legal'],
]; // prettier-ignore

/** The group's books. */
export function financeRows(): SchemaRows {
  const vendors = makeVendors();
  const invoices = makeInvoices(vendors);
  return {
    entities,
    gl_accounts: accounts,
    cost_centers: makeCenters(),
    ...makeJournal(),
    exchange_rates: makeRates(),
    vendors,
    invoices,
    invoice_payments: makePayments(invoices),
    budgets: makeBudgets(),
  };
}

function makeCenters(): Value[][] {
  const choose = stream('centers');
  return centers.flatMap(([code, name]) => {
    const periods: Value[][] = [];
    let start = day('2022-01-01');
    for (let changes = choose.below(4); changes > 0; changes--) {
      const end = start + 120 + choose.below(300);
      periods.push([code, name, `${choose.pick(firstNames)} ${choose.pick(lastNames)}`, start, end]);
      start = end;
    }
    periods.push([code, name, `${choose.pick(firstNames)} ${choose.pick(lastNames)}`, start, null]);
    return periods;
  });
}

function makeJournal(): Record<'journal_entries' | 'journal_lines', Value[][]> {
  const choose = stream('journal');
  const days = Array.from({ length: entryCount }, () => from + choose.below(to - from + 1)).sort(
    (a, b) => a - b,
  );
  const journal_entries: Value[][] = [];
  const journal_lines: Value[][] = [];
  const book = (
    entity: number,
    posted: number,
    source: string,
    reverses: number | null,
    lines: readonly Value[][],
  ): void => {
    const id = journal_entries.length + 1;
    const late = choose.chance(0.05)
      ? monthStart(posted, 1) - posted + 1 + choose.below(18)
      : choose.below(5);
    journal_entries.push([
      id,
      entity,
      posted,
      (posted + late) * daySeconds + 25_000 + choose.below(40_000),
      source,
      reverses,
      choose.chance(0.3) ? null : `${source} ${id}`,
    ]);
    for (const [index, line] of lines.entries()) journal_lines.push([id, index + 1, ...line]);
  };
  for (const posted of days) {
    const entity = choose.pickWeighted([1, 2, 3, 4, 5], (one) => 6 - one);
    const source = choose.pickWeighted(
      ['manual', 'payables', 'receivables', 'payroll', 'fx'],
      (one) => ({ manual: 2, payables: 4, receivables: 4, payroll: 1, fx: 0.4 })[one] ?? 1,
    );
    const lines = entryLines(choose, source, entity === 4 ? 120 : 1);
    book(entity, posted, source, null, lines);
    if (choose.chance(0.03)) {
      const reversed = journal_entries.length;
      book(
        entity,
        Math.min(to, posted + choose.below(25)),
        'manual',
        reversed,
        lines.map(([code, center, debit, credit]): Value[] => [
          code ?? null,
          center ?? null,
          credit ?? null,
          debit ?? null,
        ]),
      );
    }
  }
  return { journal_entries, journal_lines };
}

/** Lines (account, cost centre, debit, credit) of one balanced booking. */
function entryLines(choose: Random, source: string, scale: number): Value[][] {
  const amount = (): number => Math.round(Math.exp(choose.next() * 5) * 2_000 * scale);
  const center = (): string | null => (choose.chance(0.07) ? null : (choose.pick(centers)[0] ?? null));
  if (source === 'receivables') {
    const sold = amount();
    return [[choose.pick([1100, 1200, 1200]), null, sold, null], [choose.pick(revenueCodes), null, null, sold]]; // prettier-ignore
  }
  if (source === 'payroll') {
    const parts = [amount(), amount(), amount()];
    return [
      ...parts.map((part): Value[] => [5100, center(), part, null]),
      [2200, null, null, parts.reduce((sum, part) => sum + part, 0)],
    ];
  }
  if (source === 'fx') {
    const lost = amount();
    return [[6100, null, lost, null], [1100, null, null, lost]]; // prettier-ignore
  }
  const parts = Array.from({ length: choose.pick([1, 1, 2, 3]) }, amount);
  const total = parts.reduce((sum, part) => sum + part, 0);
  return [
    ...parts.map((part): Value[] => [choose.pick(expenseCodes), center(), part, null]),
    [source === 'payables' ? 2100 : 1100, null, null, total],
  ];
}

function makeRates(): Value[][] {
  const choose = stream('rates');
  const level = new Map([['EUR', 1.07], ['GBP', 1.21], ['JPY', 0.0075]]); // prettier-ignore
  const rows: Value[][] = [];
  for (let date = from; date <= to; date++) {
    if (weekday(date) === 0 || weekday(date) === 6) continue;
    for (const [currency, rate] of level) {
      level.set(currency, rate * (1 + (choose.next() - 0.5) * 0.01));
      rows.push([date, currency, Math.round(rate * 1e6)]);
    }
  }
  return rows;
}

function makeVendors(): Value[][] {
  const choose = stream('vendors');
  return Array.from({ length: 250 }, (_, index) => [
    index + 1,
    `${choose.pick(companyWords.first)} ${choose.pick(companyWords.second)}`,
    choose.chance(0.05) ? null : choose.pick(['US', 'DE', 'GB', 'JP', 'FR', 'NL']),
    choose.pick(['Consulting', 'Hardware', 'Logistics', 'Marketing', 'Office', 'Software', 'Travel']),
    choose.pick([14, 30, 30, 45, 60]),
    choose.chance(0.88),
  ]);
}

function makeInvoices(vendors: Rows): Value[][] {
  const choose = stream('invoices');
  const days = Array.from({ length: invoiceCount }, () => from + choose.below(to - from + 1)).sort(
    (a, b) => a - b,
  );
  return days.map((issued, index) => {
    const vendor = vendors[Math.floor(vendors.length * choose.next() ** 1.6)] ?? [];
    const entity = choose.pick(entities);
    const currency = choose.chance(0.75) ? (entity[3] as string) : choose.pick(['USD', 'EUR', 'GBP']);
    return [
      index + 1,
      vendor[0] as number,
      entity[0] as number,
      issued,
      issued + (choose.chance(0.1) ? 30 : (vendor[4] as number)),
      currency,
      Math.round(Math.exp(choose.next() * 5) * 4_000 * (currency === 'JPY' ? 120 : 1)),
      choose.pickWeighted(
        ['paid', 'approved', 'open', 'void'],
        (one) => ({ paid: 7, approved: 1.5, open: 1, void: 0.5 })[one] ?? 1,
      ),
      choose.chance(0.06) ? null : (choose.pick(centers)[0] ?? null),
      choose.chance(0.35) ? null : `PO-${10_000 + choose.below(4_000)}`,
    ];
  });
}

function makePayments(invoices: Rows): Value[][] {
  const choose = stream('payments');
  const rows: Value[][] = [];
  for (const invoice of invoices) {
    const amount = invoice[6] as number;
    const due = invoice[4] as number;
    const settles = invoice[7] === 'paid';
    if (!settles && !(invoice[7] === 'approved' && choose.chance(0.4))) continue;
    const count = settles ? choose.pickWeighted([1, 2, 3], (one) => 1 / one ** 2) : 1;
    let left = amount;
    for (let part = 1; part <= count; part++) {
      const pays = part === count && settles ? left : Math.round(left * (0.2 + choose.next() * 0.5));
      left -= pays;
      rows.push([
        rows.length + 1,
        invoice[0] as number,
        Math.max(invoice[3] as number, due - 12 + choose.below(34)) + part - 1,
        pays,
        choose.pick(['transfer', 'transfer', 'transfer', 'card', 'check']),
      ]);
    }
  }
  return rows;
}

function makeBudgets(): Value[][] {
  const choose = stream('budgets');
  const rows: Value[][] = [];
  for (const entity of entities) {
    for (const code of expenseCodes) {
      if (choose.chance(0.08)) continue;
      // Larger companies book more; in sum a month's budget is about what is spent.
      const size = (6 - (entity[0] as number)) * (entity[3] === 'JPY' ? 120 : 1);
      const base = Math.exp(choose.next() * 2) * 80_000 * size;
      for (let month = 0; month < 24; month++)
        rows.push([
          entity[0] as number,
          code,
          monthStart(from, month),
          Math.round(base * (0.8 + choose.next() * 0.4)),
        ]);
    }
  }
  return rows;
}
