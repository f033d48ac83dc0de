import type { Json, JsonObject } from '../../../json.js';
import {
  child,
  children,
  commonTables,
  isNode,
  places,
  queryOf,
  text,
  texts,
  type SqlNode,
} from '../tree/node.js';
import { printExpression } from '../tree/print-query.js';
import type { KnownNames } from './known-names.js';

const aggregateNames = new Set([
  'any_value', 'approx_count_distinct', 'arg_max', 'arg_min', 'array_agg', 'avg', 'bool_and', 'bool_or', 'corr', 'count', 'count_if', 'count_star', 'first', 'last', 'list', 'listagg', 'max', 'max_by',
  'median', 'min', 'min_by', 'mode', 'percentile_cont', 'percentile_disc', 'quantile_cont', 'quantile_disc', 'stddev', 'stddev_pop', 'stddev_samp', 'string_agg', 'sum', 'var_pop', 'var_samp', 'variance',
]); // prettier-ignore

/** Whether a node is a call of an aggregate function, windows left aside. */
export function isAggregate(node: SqlNode): boolean {
  return text(node, 'class') === 'FUNCTION' && aggregateNames.has(text(node, 'function_name').toLowerCase());
}

/**
 * What an op may know of a query without running it. Every expression is given as text; `select`, `groupBy`, `orderBy` and
 * `limit` are those of the outermost query, the rest is gathered from all of its parts. What needs the database's names is
 * null where they are not known.
 */
export function treeFacts(statement: SqlNode, names: KnownNames | null): JsonObject {
  const query = queryOf(statement);
  const all = places(query).map(({ node }) => node);
  const tables = all.filter((node) => text(node, 'type') === 'BASE_TABLE');
  const ctes = new Set(all.flatMap((node) => commonTables(node).map(({ name }) => name.toLowerCase())));
  const base = tables.map(tableName).filter((name) => !ctes.has(name));
  const inner = innermost(query);
  return {
    tables: [...new Set(base)].sort(),
    commonTables: [...ctes].sort(),
    unknownNames: names === null ? null : unknownNames(all, base, names),
    nullableColumns: names === null ? null : nullableColumns(all, base, names),
    joins: all.filter((node) => text(node, 'type') === 'JOIN').map(joinFacts),
    select: children(inner, 'select_list').map((expression) => ({
      text: written(expression),
      name: columnName(expression),
      kind: kindOf(expression),
    })),
    groupBy: children(inner, 'group_expressions').map(written),
    groupings: all.filter((node) => children(node, 'group_expressions').length > 0).length,
    aggregates: all.filter(isAggregate).map((node) => ({
      name: text(node, 'function_name').replace('count_star', 'count'),
      distinct: node['distinct'] === true,
      argument: children(node).map(written).join(', ') || '*',
    })),
    windows: all
      .filter((node) => text(node, 'class') === 'WINDOW')
      .map((node) => ({
        name: text(node, 'function_name'),
        partitions: children(node, 'partitions').map(written),
        orders: children(node, 'orders').length,
      })),
    conditions: all
      .flatMap((node) => ['where_clause', 'condition'].flatMap((key) => conjuncts(child(node, key))))
      .map(written),
    having: all.flatMap((node) => conjuncts(child(node, 'having'))).map(written),
    qualify: all.flatMap((node) => conjuncts(child(node, 'qualify'))).map(written),
    distinct: all.filter((node) => text(node, 'type') === 'DISTINCT_MODIFIER').length,
    subqueries: all.filter((node) => ['SUBQUERY'].includes(text(node, 'type'))).length,
    orderBy: orderFacts(query),
    limit: limitOf(query),
    literals: [...new Set(all.flatMap(literal))],
    truncations: [
      ...new Set(
        all
          .filter((node) => text(node, 'function_name') === 'date_trunc')
          .map((node) => literal(children(node)[0] ?? {})[0] ?? ''),
      ),
    ].sort(),
    nullChecks: {
      isNull: count(all, 'OPERATOR_IS_NULL'),
      isNotNull: count(all, 'OPERATOR_IS_NOT_NULL'),
      coalesce:
        count(all, 'OPERATOR_COALESCE') +
        all.filter((node) => ['nvl', 'zeroifnull', 'ifnull'].includes(text(node, 'function_name'))).length,
    },
  };
}

/** Of a set operation the first part gives the columns. */
function innermost(query: SqlNode): SqlNode {
  const left = child(query, 'left');
  return text(query, 'type') === 'SELECT_NODE' || left === null ? query : innermost(left);
}

/** An expression as text; one that cannot be written is named by its kind. */
function written(expression: SqlNode): string {
  try {
    return printExpression(expression);
  } catch {
    return `<${text(expression, 'class').toLowerCase()}>`;
  }
}

function tableName(node: SqlNode): string {
  return [text(node, 'schema_name'), text(node, 'table_name')]
    .filter((part) => part !== '')
    .join('.')
    .toLowerCase();
}

function columnName(expression: SqlNode): string {
  return text(expression, 'alias') || (texts(expression, 'column_names').at(-1) ?? '');
}

function kindOf(expression: SqlNode): string {
  const parts = places(expression).map(({ node }) => node);
  if (parts.some((node) => text(node, 'class') === 'WINDOW')) return 'window';
  if (parts.some(isAggregate)) return 'aggregate';
  return (
    { COLUMN_REF: 'column', CONSTANT: 'constant', STAR: 'star' }[text(expression, 'class')] ?? 'expression'
  );
}

/** The parts of a condition that must all hold. */
function conjuncts(condition: SqlNode | null): readonly SqlNode[] {
  if (condition === null || text(condition, 'class') === '') return [];
  return text(condition, 'type') === 'CONJUNCTION_AND' ? children(condition) : [condition];
}

function joinFacts(join: SqlNode): JsonObject {
  const right = child(join, 'right') ?? {};
  const conditions = conjuncts(child(join, 'condition'));
  const equalities =
    conditions.filter((one) => text(one, 'type') === 'COMPARE_EQUAL').length +
    texts(join, 'using_columns').length;
  const kind = text(join, 'ref_type') === 'CROSS' ? 'cross' : text(join, 'join_type').toLowerCase();
  return {
    kind: kind === 'outer' ? 'full' : kind,
    table: text(right, 'type') === 'BASE_TABLE' ? tableName(right) : text(right, 'type').toLowerCase(),
    equalities,
    conditions: conditions.length,
  };
}

function orderFacts(query: SqlNode): Json {
  const order = children(query, 'modifiers').find((one) => text(one, 'type') === 'ORDER_MODIFIER');
  return order === undefined
    ? []
    : children(order, 'orders').map((one) => ({
        text: written(child(one, 'expression') ?? {}),
        descending: text(one, 'type') === 'DESCENDING',
      }));
}

function limitOf(query: SqlNode): number | null {
  const limit = children(query, 'modifiers').find((one) => text(one, 'type') === 'LIMIT_MODIFIER');
  const value = child(child(limit ?? {}, 'limit') ?? {}, 'value')?.['value'];
  return typeof value === 'number' ? value : null;
}

/** Texts and numbers that a query names. */
function literal(node: SqlNode): readonly string[] {
  if (text(node, 'class') !== 'CONSTANT') return [];
  const value = child(node, 'value');
  if (value === null || value['is_null'] === true) return [];
  const type = text(child(value, 'type') ?? {}, 'id');
  if (type === 'VARCHAR') return [text(value, 'value')];
  return ['INTEGER', 'BIGINT', 'DECIMAL'].includes(type) ? [written(node)] : [];
}

function count(nodes: readonly SqlNode[], type: string): number {
  return nodes.filter((node) => text(node, 'type') === type).length;
}

/** Tables that do not exist, and columns that no table of the query has and no part of it defines. */
function unknownNames(
  all: readonly SqlNode[],
  base: readonly string[],
  names: KnownNames,
): readonly string[] {
  const unknownTables = base.filter((table) => !names.columnsOf.has(table));
  const defined = new Set(
    all
      .flatMap((node) => [
        text(node, 'alias'),
        ...texts(node, 'column_name_alias'),
        ...texts(node, 'aliases'),
        tableName(node).split('.').at(-1) ?? '',
        text(node, 'key'),
      ])
      .map((name) => name.toLowerCase()),
  );
  const columns = new Set(base.flatMap((table) => [...(names.columnsOf.get(table)?.keys() ?? [])]));
  const unknownColumns = all
    .filter((node) => text(node, 'class') === 'COLUMN_REF')
    .map((node) => (texts(node, 'column_names').at(-1) ?? '').toLowerCase())
    .filter((name) => !columns.has(name) && !defined.has(name));
  return [...new Set([...unknownTables, ...unknownColumns])].sort();
}

function nullableColumns(
  all: readonly SqlNode[],
  base: readonly string[],
  names: KnownNames,
): readonly string[] {
  const nullable = new Set(
    base.flatMap((table) =>
      [...(names.columnsOf.get(table) ?? [])].filter(([, column]) => column.nullable).map(([name]) => name),
    ),
  );
  const used = all
    .filter((node) => text(node, 'class') === 'COLUMN_REF')
    .map((node) => (texts(node, 'column_names').at(-1) ?? '').toLowerCase());
  return [...new Set(used.filter((name) => nullable.has(name)))].sort();
}

/** Whether a value is the tree of a statement. */
export function isTree(value: Json): value is JsonObject {
  return isNode(value) && isNode(value['node']);
}
