import { PawlError } from '../../../errors.js';
import type { Json } from '../../../json.js';
import { child, children, isNode, text, texts, type SqlNode } from './node.js';
import * as plain from './print-expression.js';
import { printName } from './print-expression.js';

/** How a query is laid out. */
export interface Layout {
  /** Everything in one line, as inside an expression. */
  readonly oneLine?: boolean;
}

/**
 * Writes a query of DuckDB's parse tree as SQL, one clause a line, so that parsing the text gives the tree again.
 *
 * @param query a SELECT, a set operation, or a statement that holds one
 * @throws PawlError `bad-input` for what it does not know how to write; the message names it
 */
export function printQuery(query: SqlNode, layout: Layout = {}): string {
  const inner = child(query, 'node');
  if (inner !== null) return printQuery(inner, layout);
  const clauses = [...withClause(query, layout), ...bodyOf(query, layout), ...modifiers(query)];
  return clauses.join(layout.oneLine === true ? ' ' : '\n');
}

function withClause(query: SqlNode, layout: Layout): string[] {
  const entries = children(child(query, 'cte_map') ?? {}, 'map');
  if (entries.length === 0) return [];
  const inner = layout.oneLine === true ? '' : '\n';
  const recursive = entries.some(
    (entry) =>
      text(child(child(child(entry, 'value') ?? {}, 'query') ?? {}, 'node') ?? {}, 'type') ===
      'RECURSIVE_CTE_NODE',
  );
  const tables = entries.map((entry) => {
    const value = child(entry, 'value') ?? {};
    const aliases = texts(value, 'aliases');
    const body = printQuery(child(value, 'query') ?? {}, layout);
    const shown = layout.oneLine === true ? body : body.replaceAll(/^/gm, '  ');
    return `${printName(text(entry, 'key'))}${aliases.length > 0 ? `(${aliases.map(printName).join(', ')})` : ''} AS (${inner}${shown}${inner})`;
  });
  return [`WITH ${recursive ? 'RECURSIVE ' : ''}${tables.join(', ')}`];
}

function bodyOf(query: SqlNode, layout: Layout): string[] {
  switch (text(query, 'type')) {
    case 'SELECT_NODE':
      return selectClauses(query);
    case 'SET_OPERATION_NODE':
    case 'RECURSIVE_CTE_NODE': {
      const kind = text(query, 'setop_type') || 'UNION';
      const all = query['setop_all'] === true || query['union_all'] === true ? ' ALL' : '';
      return [sideOf(query, 'left', layout), `${kind}${all}`, sideOf(query, 'right', layout)];
    }
    default:
      throw new PawlError(
        'bad-input',
        `a query of the kind '${text(query, 'type')}' cannot be written as SQL`,
      );
  }
}

/** One side of a set operation; in brackets where it has its own order, limit or tables, or is one itself. */
function sideOf(query: SqlNode, key: string, layout: Layout): string {
  const side = child(query, key) ?? {};
  const plain =
    text(side, 'type') === 'SELECT_NODE' &&
    modifiers(side).length === 0 &&
    withClause(side, layout).length === 0;
  const written = printQuery(side, layout);
  return plain ? written : `(${written})`;
}

function selectClauses(query: SqlNode): string[] {
  if (query['sample'] !== null && query['sample'] !== undefined)
    throw new PawlError('bad-input', 'a sample cannot be written as SQL');
  const distinct = children(query, 'modifiers').find((one) => text(one, 'type') === 'DISTINCT_MODIFIER');
  const on = distinct === undefined ? [] : children(distinct, 'distinct_on_targets');
  const head =
    distinct === undefined
      ? 'SELECT'
      : `SELECT DISTINCT${on.length > 0 ? ` ON (${on.map(printExpression).join(', ')})` : ''}`;
  const from = child(query, 'from_table') ?? {};
  const clause = (word: string, key: string): string[] => {
    const expression = child(query, key);
    return expression === null ? [] : [`${word} ${printExpression(expression)}`];
  };
  return [
    `${head} ${children(query, 'select_list').map(printColumn).join(', ')}`,
    ...(text(from, 'type') === 'EMPTY' ? [] : [`FROM ${printTable(from)}`]),
    ...clause('WHERE', 'where_clause'),
    ...groupClause(query),
    ...clause('HAVING', 'having'),
    ...clause('QUALIFY', 'qualify'),
  ];
}

function printColumn(expression: SqlNode): string {
  const alias = text(expression, 'alias');
  return alias === '' ? printExpression(expression) : `${printExpression(expression)} AS ${printName(alias)}`;
}

function groupClause(query: SqlNode): string[] {
  if (text(query, 'aggregate_handling') === 'FORCE_AGGREGATES') return ['GROUP BY ALL'];
  const groups = children(query, 'group_expressions');
  const sets = query['group_sets'];
  if (!Array.isArray(sets) || sets.length === 0) return [];
  const written = groups.map(printExpression);
  if (sets.length === 1) return written.length === 0 ? [] : [`GROUP BY ${written.join(', ')}`];
  const shown = (sets as readonly (readonly number[])[]).map(
    (set) => `(${set.map((index) => written[index] ?? '').join(', ')})`,
  );
  return [`GROUP BY GROUPING SETS (${shown.join(', ')})`];
}

function modifiers(query: SqlNode): string[] {
  return children(query, 'modifiers').flatMap((modifier) => {
    switch (text(modifier, 'type')) {
      case 'ORDER_MODIFIER':
        return [`ORDER BY ${printOrders(children(modifier, 'orders'))}`];
      case 'LIMIT_MODIFIER': {
        const limit = child(modifier, 'limit');
        const offset = child(modifier, 'offset');
        return [
          ...(limit === null ? [] : [`LIMIT ${printExpression(limit)}`]),
          ...(offset === null ? [] : [`OFFSET ${printExpression(offset)}`]),
        ];
      }
      case 'DISTINCT_MODIFIER':
        return [];
      default:
        throw new PawlError('bad-input', `a query with ${text(modifier, 'type')} cannot be written as SQL`);
    }
  });
}

/** Writes a table of a FROM clause: tables, subqueries, joins, functions. */
function printTable(table: SqlNode): string {
  const alias = aliasText(table);
  switch (text(table, 'type')) {
    case 'BASE_TABLE':
      return `${['catalog_name', 'schema_name', 'table_name']
        .map((key) => text(table, key))
        .filter((name) => name !== '')
        .map(printName)
        .join('.')}${alias}`;
    case 'SUBQUERY':
      return `(${printQuery(child(table, 'subquery') ?? {}, { oneLine: true })})${alias}`;
    case 'TABLE_FUNCTION':
      return `${functionText(child(table, 'function') ?? {})}${alias}`;
    case 'JOIN':
      return joinText(table);
    default:
      throw new PawlError(
        'bad-input',
        `a table of the kind '${text(table, 'type')}' cannot be written as SQL`,
      );
  }
}

function functionText(call: SqlNode): string {
  return printExpression(call).replace(/^[A-Z_]+(?=\()/, (name) => name.toLowerCase());
}

function aliasText(table: SqlNode): string {
  const alias = text(table, 'alias');
  const columns = texts(table, 'column_name_alias');
  if (alias === '') return '';
  return ` ${columns.length > 0 ? 'AS ' : ''}${printName(alias)}${columns.length > 0 ? `(${columns.map(printName).join(', ')})` : ''}`;
}

const joinWords: Readonly<Record<string, string>> = {
  INNER: 'JOIN',
  LEFT: 'LEFT JOIN',
  RIGHT: 'RIGHT JOIN',
  OUTER: 'FULL JOIN',
  SEMI: 'SEMI JOIN',
  ANTI: 'ANTI JOIN',
};

function joinText(join: SqlNode): string {
  const left = printTable(child(join, 'left') ?? {});
  const rightNode = child(join, 'right') ?? {};
  const right = text(rightNode, 'type') === 'JOIN' ? `(${printTable(rightNode)})` : printTable(rightNode);
  const kind = text(join, 'ref_type');
  if (kind === 'CROSS') return `${left}\nCROSS JOIN ${right}`;
  const word = joinWords[text(join, 'join_type')];
  if (word === undefined || !['REGULAR', 'NATURAL'].includes(kind))
    throw new PawlError(
      'bad-input',
      `a join of the kind ${kind} ${text(join, 'join_type')} cannot be written as SQL`,
    );
  const using = texts(join, 'using_columns');
  const condition = child(join, 'condition');
  const on =
    using.length > 0
      ? ` USING (${using.map(printName).join(', ')})`
      : condition === null
        ? ''
        : ` ON ${printExpression(condition)}`;
  return `${left}\n${kind === 'NATURAL' ? 'NATURAL ' : ''}${word} ${right}${on}`;
}

/**
 * Writes an expression as SQL, without its alias, subqueries included.
 *
 * @throws PawlError `bad-input` for a kind of expression that it does not know
 */
export function printExpression(node: SqlNode): string {
  return plain.printExpression(withWrittenSubqueries(node));
}

function printOrders(orders: readonly SqlNode[]): string {
  return plain.printOrders(orders.map(withWrittenSubqueries));
}

/** A copy in which every subquery brings its own text. */
function withWrittenSubqueries(node: SqlNode): SqlNode {
  const copy = (value: Json): Json =>
    Array.isArray(value)
      ? (value as readonly Json[]).map(copy)
      : isNode(value)
        ? withWrittenSubqueries(value)
        : value;
  const inner = child(node, 'subquery');
  const rest = Object.entries(node).filter(([key]) => key !== 'subquery');
  const copied = Object.fromEntries(rest.map(([key, value]) => [key, copy(value)]));
  if (inner === null) return copied;
  return {
    ...copied,
    [plain.writtenSubquery]: `(${printQuery(child(inner, 'node') ?? {}, { oneLine: true })})`,
  };
}
