import { isAggregate } from '../../../families/sql/facts/tree-facts.js';
import {
  child,
  children,
  places,
  text,
  texts,
  type Place,
  type SqlNode,
} from '../../../families/sql/tree/node.js';
import {
  column,
  conjunctsOf,
  equal,
  find,
  isJoinEquality,
  mappedTree,
  numbered,
  selectsOf,
  tablesOf,
  withCondition,
  without,
  withValue,
  type Edit,
} from './edit.js';

/** Tables with several rows for one row of the first: joined needlessly, they multiply it. */
const many: readonly (readonly [one: string, key: string, many: string])[] = [
  ['commerce.orders', 'order_id', 'commerce.payments'],
  ['commerce.orders', 'order_id', 'commerce.order_items'],
  ['commerce.orders', 'order_id', 'commerce.shipments'],
  ['commerce.customers', 'customer_id', 'commerce.segment_history'],
  ['commerce.products', 'product_id', 'commerce.product_tags'],
  ['commerce.products', 'product_id', 'commerce.price_history'],
  ['commerce.returns', 'order_id', 'commerce.shipments'],
  ['commerce.shipments', 'order_id', 'commerce.payments'],
  ['commerce.payments', 'order_id', 'commerce.shipments'],
  ['product.accounts', 'account_id', 'product.users'],
  ['product.plan_history', 'account_id', 'product.users'],
  ['product.tickets', 'ticket_id', 'product.ticket_tags'],
  ['product.users', 'user_id', 'product.assignments'],
  ['product.events', 'user_id', 'product.assignments'],
  ['finance.journal_entries', 'entry_id', 'finance.journal_lines'],
  ['finance.invoices', 'invoice_id', 'finance.invoice_payments'],
  ['finance.invoices', 'cost_center', 'finance.cost_centers'],
  ['finance.journal_lines', 'cost_center', 'finance.cost_centers'],
  ['finance.entities', 'entity_id', 'finance.budgets'],
];

/** Links that are missing for some rows: an inner join along one drops those rows. */
const optional: readonly (readonly [from: string, key: string, to: string, toKey: string])[] = [
  ['commerce.orders', 'customer_id', 'commerce.customers', 'customer_id'],
  ['commerce.orders', 'store_id', 'commerce.stores', 'store_id'],
  ['commerce.orders', 'promo_code', 'commerce.promotions', 'promo_code'],
  ['commerce.products', 'category_id', 'commerce.categories', 'category_id'],
  ['commerce.categories', 'parent_id', 'commerce.categories', 'category_id'],
  ['commerce.customers', 'referrer_id', 'commerce.customers', 'customer_id'],
  ['product.events', 'user_id', 'product.users', 'user_id'],
  ['product.tickets', 'user_id', 'product.users', 'user_id'],
  ['product.users', 'invited_by', 'product.users', 'user_id'],
  ['finance.journal_entries', 'reverses_id', 'finance.journal_entries', 'entry_id'],
];

/** Faults that count the same thing several times. */
export function fanOutEdits(tree: SqlNode): readonly Edit[] {
  const distinctCounts = find(
    tree,
    (node) => text(node, 'class') === 'FUNCTION' && node['distinct'] === true,
  );
  const distinctSelects = selectsOf(tree).filter(({ node }) =>
    children(node, 'modifiers').some((one) => text(one, 'type') === 'DISTINCT_MODIFIER'),
  );
  const joins = conjunctsOf(tree).filter(({ clause, count }) => clause === 'condition' && count > 1);
  // Without an equality a join would compare everything with everything, which never ends.
  const looser = joins
    .map((one) => without(tree, one))
    .filter((_, index) => keepsEquality(joins[index], joins));
  return [
    ...numbered(
      'counts-every-occurrence',
      distinctCounts.map(({ path }) => withValue(tree, [...path, 'distinct'], false)),
    ),
    ...numbered(
      'keeps-repeated-rows',
      distinctSelects.map((select) => withoutModifier(tree, select, 'DISTINCT_MODIFIER')),
    ),
    ...numbered('joins-on-half-the-key', looser),
    ...needlessJoins(
      tree,
      'LEFT',
      many.map(([one, key, other]) => [one, key, other, key] as const),
      'joins-more-rows',
    ),
  ];
}

function keepsEquality(
  dropped: { readonly node: SqlNode; readonly holder: Place } | undefined,
  all: readonly { readonly node: SqlNode; readonly holder: Place }[],
): boolean {
  return all.some(
    (other) => other.holder === dropped?.holder && other.node !== dropped.node && isJoinEquality(other.node),
  );
}

/** A query without a modifier of one of its SELECTs. */
export function withoutModifier(tree: SqlNode, { node, path }: Place, type: string): SqlNode {
  return withValue(
    tree,
    [...path, 'modifiers'],
    children(node, 'modifiers').filter((one) => text(one, 'type') !== type),
  );
}

/** Faults that drop rows which the question asks for. */
export function lostRowsEdits(tree: SqlNode): readonly Edit[] {
  const outer = find(tree, (node) => text(node, 'type') === 'JOIN' && text(node, 'join_type') === 'LEFT');
  const moved = conjunctsOf(tree)
    .filter(
      ({ clause, count, holder, node }) =>
        clause === 'condition' &&
        count > 1 &&
        text(holder.node, 'join_type') === 'LEFT' &&
        !isJoinEquality(node),
    )
    .flatMap((one) => {
      const select = selectsOf(tree).findLast(({ path }) => path.every((step, at) => one.path[at] === step));
      return select === undefined ? [] : [{ one, select }];
    })
    .map(({ one, select }) => {
      const shorter = without(tree, one);
      const holder = selectsOf(shorter).find(({ path }) => path.join('/') === select.path.join('/'));
      return holder === undefined ? shorter : withCondition(shorter, holder, one.node);
    });
  const defaults = find(tree, (node) => text(node, 'type') === 'OPERATOR_COALESCE');
  const known = defaults.flatMap(({ node, path }) => {
    const select = selectsOf(tree).findLast((one) => one.path.every((step, at) => path[at] === step));
    const [first] = children(node);
    if (select === undefined || first === undefined || text(first, 'class') !== 'COLUMN_REF') return [];
    return [
      withCondition(tree, select, {
        class: 'OPERATOR',
        type: 'OPERATOR_IS_NOT_NULL',
        alias: '',
        children: [first],
      }),
    ];
  });
  return [
    ...numbered(
      'inner-for-left',
      outer.map(({ path }) => withValue(tree, [...path, 'join_type'], 'INNER')),
    ),
    ...numbered('filters-after-the-join', moved),
    ...numbered('only-known-values', known),
    ...needlessJoins(tree, 'INNER', optional, 'joins-optional-partner'),
  ];
}

/** Joins one more table to a SELECT that aggregates, along a link of the list. */
function needlessJoins(
  tree: SqlNode,
  kind: 'LEFT' | 'INNER',
  links: readonly (readonly [string, string, string, string])[],
  name: string,
): readonly Edit[] {
  const trees = selectsOf(tree)
    .filter(({ node }) => places(node['select_list'] ?? null).some((place) => isAggregate(place.node)))
    .flatMap((select) =>
      tablesOf(select.node).flatMap(({ schema, table, alias }) =>
        links
          .filter(([from]) => from === `${schema}.${table}`)
          .map(([, key, to, toKey]) => ({ select, alias, key, to, toKey })),
      ),
    )
    .map(({ select, alias, key, to, toKey }) => {
      const [schema, table] = to.split('.') as [string, string];
      const extra = freeAlias(tree, table);
      const from = child(select.node, 'from_table') ?? {};
      const named =
        text(from, 'type') === 'BASE_TABLE' && text(from, 'alias') === '' ? { ...from, alias } : from;
      const join = {
        type: 'JOIN', alias: '', sample: null,
        left: named,
        right: { type: 'BASE_TABLE', alias: extra, sample: null, schema_name: schema, table_name: table, column_name_alias: [], catalog_name: '', at_clause: null },
        condition: equal(column(extra, toKey), column(alias, key)),
        join_type: kind, ref_type: 'REGULAR', using_columns: [], delim_flipped: false, duplicate_eliminated_columns: [],
      }; // prettier-ignore
      const joined = withValue(tree, [...select.path, 'from_table'], join);
      return text(from, 'type') === 'BASE_TABLE' ? qualified(joined, select.path, alias) : joined;
    });
  return numbered(name, trees);
}

/** Names the table in front of columns of a SELECT that read a single table so far: with a second one they could be ambiguous. */
function qualified(tree: SqlNode, path: Place['path'], alias: string): SqlNode {
  const select = selectsOf(tree).find((one) => one.path.join('/') === path.join('/'));
  if (select === undefined) return tree;
  const own = new Set(
    children(select.node, 'select_list')
      .map((one) => text(one, 'alias'))
      .filter((name) => name !== ''),
  );
  const parts = ['select_list', 'where_clause', 'group_expressions', 'having', 'qualify'];
  return parts.reduce(
    (changed, key) =>
      withValue(changed, [...path, key], mappedTree({ part: select.node[key] ?? null }, (node) => {
        const names = texts(node, 'column_names');
        return names.length === 1 && text(node, 'class') === 'COLUMN_REF' && !own.has(names[0] ?? '') ? { ...node, column_names: [alias, ...names] } : node;
      })['part'] ?? null), // prettier-ignore
    tree,
  );
}

function freeAlias(tree: SqlNode, table: string): string {
  const used = new Set(
    places(tree).flatMap(({ node }) => [text(node, 'alias'), text(node, 'table_name'), text(node, 'key')]),
  );
  for (let number = 0; ; number++) {
    const candidate = `${table.charAt(0)}${table.charAt(table.indexOf('_') + 1)}${number === 0 ? '' : number}`;
    if (!used.has(candidate)) return candidate;
  }
}
