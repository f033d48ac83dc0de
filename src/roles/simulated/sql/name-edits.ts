import { loadCatalogue, type CatalogueColumn } from '../../../families/sql/warehouse/catalogue.js';
import { isAggregate } from '../../../families/sql/facts/tree-facts.js';
import { child, children, places, text, texts, type SqlNode } from '../../../families/sql/tree/node.js';
import { constantOf, find, mappedTree, numbered, selectsOf, tablesOf, withValue, type Edit } from './edit.js';

/** Names that a writer would guess, where the catalogue has another. */
const guesses: Readonly<Record<string, string>> = {
  ordered_at: 'order_date', customer_id: 'cust_id', status: 'order_status', channel: 'sales_channel', quantity: 'qty', unit_price: 'price_per_unit', discount_pct: 'discount_percent',
  signed_up_at: 'signup_date', delivered_at: 'delivery_date', shipped_at: 'ship_date', valid_from: 'start_date', valid_to: 'end_date', occurred_at: 'event_time', received_at: 'ingested_at',
  opened_at: 'created_at_utc', closed_at: 'resolved_at', first_reply_at: 'first_response_at', csat: 'satisfaction_score', posted_on: 'posting_date', entered_at: 'created_on', debit: 'debit_amount',
  credit: 'credit_amount', issued_on: 'invoice_date', due_on: 'due_date', paid_on: 'payment_date', amount: 'total_amount', country: 'country_code', account_code: 'gl_code', usd_rate: 'rate_to_usd',
  monthly_price: 'mrr', category_id: 'category_key', promo_code: 'coupon_code', user_id: 'uid', account_id: 'acct_id', event_name: 'event_type', reason: 'return_reason',
}; // prettier-ignore

const otherFunctions: Readonly<Record<string, string>> = {
  count_if: 'countif', date_trunc: 'date_truncate', datediff: 'days_between', convert_timezone: 'to_timezone', dayofweek: 'day_of_week', median: 'median_value', year: 'get_year', iff: 'if_else',
}; // prettier-ignore

/** Faults that name what does not exist: the query fails. */
export function inventedEdits(tree: SqlNode): readonly Edit[] {
  const columns = [
    ...new Set(
      find(tree, (node) => text(node, 'class') === 'COLUMN_REF').map(
        ({ node }) => texts(node, 'column_names').at(-1) ?? '',
      ),
    ),
  ].sort();
  const guessed = columns
    .filter((name) => guesses[name] !== undefined)
    .map((name) => renamed(tree, name, guesses[name] ?? ''));
  const functions = [
    ...new Set(
      find(tree, (node) => otherFunctions[text(node, 'function_name')] !== undefined).map(({ node }) =>
        text(node, 'function_name'),
      ),
    ),
  ].sort();
  const tables = find(
    tree,
    (node) => text(node, 'type') === 'BASE_TABLE' && text(node, 'schema_name') !== '',
  );
  return [
    ...numbered('guesses-a-column', guessed),
    ...numbered(
      'guesses-a-function',
      functions.map((name) =>
        mappedTree(tree, (node) =>
          text(node, 'function_name') === name
            ? { ...node, function_name: otherFunctions[name] ?? name }
            : node,
        ),
      ),
    ),
    ...numbered(
      'guesses-a-table',
      tables.map(({ node, path }) =>
        withValue(
          tree,
          [...path, 'table_name'],
          text(node, 'table_name').replace(/(ie)?s$/, (end) => (end === 'ies' ? 'y' : '')),
        ),
      ),
    ),
  ];
}

function renamed(tree: SqlNode, from: string, to: string): SqlNode {
  return mappedTree(tree, (node) => {
    const names = texts(node, 'column_names');
    return text(node, 'class') === 'COLUMN_REF' && names.at(-1) === from
      ? { ...node, column_names: [...names.slice(0, -1), to] }
      : node;
  });
}

/** Faults that answer another question. */
export function misreadEdits(tree: SqlNode): readonly Edit[] {
  return [
    ...numbered('other-value', otherValues(tree)),
    ...numbered('other-column', otherColumns(tree)),
    ...numbered('other-year', otherYear(tree)),
    ...numbered('turned-comparison', turnedComparisons(tree)),
    ...numbered('leaves-a-column-out', droppedColumns(tree)),
  ];
}

/** Columns of the warehouse by name; a name that several tables share has the values of all. */
function catalogueColumns(): ReadonlyMap<string, readonly CatalogueColumn[]> {
  const columns = new Map<string, CatalogueColumn[]>();
  for (const { tables } of loadCatalogue()) {
    for (const table of tables) {
      for (const column of table.columns)
        columns.set(column.name, [...(columns.get(column.name) ?? []), column]);
    }
  }
  return columns;
}

/** Another of the values that the catalogue lists for a column, in a comparison or a list. */
function otherValues(tree: SqlNode): readonly SqlNode[] {
  const columns = catalogueColumns();
  const compared = find(tree, (node) =>
    ['COMPARE_EQUAL', 'COMPARE_NOTEQUAL', 'COMPARE_IN', 'COMPARE_NOT_IN'].includes(text(node, 'type')),
  );
  return compared.flatMap(({ node, path }) => {
    const operands: readonly (readonly [(string | number)[], SqlNode])[] =
      text(node, 'class') === 'COMPARISON'
        ? (['left', 'right'] as const).map((side) => [[side], child(node, side) ?? {}] as const)
        : children(node).map((one, at) => [['children', at], one] as const);
    const name = operands.flatMap(([, one]) => texts(one, 'column_names').slice(-1))[0];
    const listed = [
      ...new Set(
        (columns.get(name ?? '') ?? []).flatMap(({ description }) =>
          [...description.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? ''),
        ),
      ),
    ];
    return operands.flatMap(([step, one]) => {
      const constant = constantOf(one);
      if (constant?.isText !== true || !listed.includes(String(constant.value))) return [];
      return listed
        .filter((value) => value !== constant.value)
        .map((value) => withValue(tree, [...path, ...step, ...constant.path], value));
    });
  });
}

/** Another column of the same table with the same type, everywhere in the query. */
function otherColumns(tree: SqlNode): readonly SqlNode[] {
  const catalogue = loadCatalogue();
  return selectsOf(tree).flatMap(({ node: select }) =>
    tablesOf(select).flatMap(({ schema, table, alias }) => {
      const columns =
        catalogue.find((one) => one.schema === schema)?.tables.find((one) => one.name === table)?.columns ??
        [];
      return columns.flatMap((column) =>
        columns
          .filter(
            (other) =>
              other.name !== column.name &&
              other.type === column.type &&
              !/_id$|^line_no$/.test(column.name) &&
              !/_id$|^line_no$/.test(other.name),
          )
          .map((other) =>
            mappedTree(tree, (node) => {
              const names = texts(node, 'column_names');
              const meant =
                names.length === 2
                  ? names[0] === alias && names[1] === column.name
                  : names.length === 1 && names[0] === column.name && tablesOf(select).length === 1;
              return text(node, 'class') === 'COLUMN_REF' && meant
                ? { ...node, column_names: [...names.slice(0, -1), other.name] }
                : node;
            }),
          )
          .filter((changed) => JSON.stringify(changed) !== JSON.stringify(tree)),
      );
    }),
  );
}

/** All dates a year earlier. */
function otherYear(tree: SqlNode): readonly SqlNode[] {
  let found = false;
  const changed = mappedTree(tree, (node) => {
    const constant = text(node, 'class') === 'CONSTANT' ? constantOf(node) : undefined;
    const match = /^(20\d\d)(-\d\d-\d\d)$/.exec(String(constant?.value ?? ''));
    if (constant === undefined || match === null) return node;
    found = true;
    return withValue(node, constant.path, `${Number(match[1]) - 1}${match[2] ?? ''}`);
  });
  return found ? [changed] : [];
}

const turned: Readonly<Record<string, string>> = {
  COMPARE_LESSTHAN: 'COMPARE_GREATERTHAN',
  COMPARE_GREATERTHAN: 'COMPARE_LESSTHAN',
  COMPARE_EQUAL: 'COMPARE_NOTEQUAL',
  COMPARE_NOTEQUAL: 'COMPARE_EQUAL',
  COMPARE_IN: 'COMPARE_NOT_IN',
  COMPARE_NOT_IN: 'COMPARE_IN',
};

function turnedComparisons(tree: SqlNode): readonly SqlNode[] {
  return find(tree, (node) => turned[text(node, 'type')] !== undefined)
    .filter(
      ({ node, path }) =>
        !path.includes('condition') &&
        (text(node, 'class') === 'OPERATOR' ||
          ['left', 'right'].some((side) => constantOf(child(node, side)) !== undefined)),
    )
    .map(({ node, path }) => withValue(tree, [...path, 'type'], turned[text(node, 'type')] ?? ''));
}

/** A column that is asked for is missing from the outermost result. */
function droppedColumns(tree: SqlNode): readonly SqlNode[] {
  const [outer] = selectsOf(tree).filter(({ path }) => path.length === 1);
  if (outer === undefined) return [];
  const list = children(outer.node, 'select_list');
  return list.length < 2
    ? []
    : list.flatMap((expression, at) =>
        places(expression).some(({ node }) => isAggregate(node)) || at > 0
          ? [
              withValue(
                tree,
                [...outer.path, 'select_list'],
                list.filter((_, index) => index !== at),
              ),
            ]
          : [],
      );
}
