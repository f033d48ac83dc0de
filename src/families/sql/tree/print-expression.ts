import { PawlError } from '../../../errors.js';
import type { Json } from '../../../json.js';
import { child, children, isNode, text, texts, type SqlNode } from './node.js';

/** How strongly an expression binds; operands that bind less are put in brackets. */
const binding = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  other: 5,
  sum: 6,
  product: 7,
  sign: 8,
  atom: 10,
} as const;

interface Printed {
  readonly text: string;
  readonly binds: number;
}

const comparisons: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
  COMPARE_DISTINCT_FROM: 'IS DISTINCT FROM',
  COMPARE_NOT_DISTINCT_FROM: 'IS NOT DISTINCT FROM',
};

const likes: Readonly<Record<string, string>> = {
  '~~': 'LIKE',
  '!~~': 'NOT LIKE',
  '~~*': 'ILIKE',
  '!~~*': 'NOT ILIKE',
};
const keywords =
  /^(all|and|as|by|case|desc|distinct|end|from|group|having|in|join|left|limit|not|null|on|or|order|qualify|right|select|table|then|union|using|when|where|with|window)$/i;

/** Under this key a subquery brings its own text: writing queries is not this file's business. */
export const writtenSubquery = 'written';

/**
 * Writes an expression of DuckDB's parse tree as SQL, without its alias. Its subqueries are written already.
 *
 * @throws PawlError `bad-input` for a kind of expression that it does not know
 */
export function printExpression(node: SqlNode): string {
  return print(node).text;
}

/** A name as SQL: in quotation marks where it needs them. */
export function printName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) && !keywords.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A list of sort keys. */
export function printOrders(orders: readonly SqlNode[]): string {
  return orders
    .map((order) => {
      const direction = { DESCENDING: ' DESC', ASCENDING: ' ASC' }[text(order, 'type')] ?? '';
      const nulls = /NULLS.(FIRST|LAST)/.exec(text(order, 'null_order'))?.[1];
      return `${printExpression(child(order, 'expression') ?? {})}${direction}${nulls === undefined ? '' : ` NULLS ${nulls}`}`;
    })
    .join(', ');
}

function atom(written: string): Printed {
  return { text: written, binds: binding.atom };
}

function operand(node: SqlNode, least: number): string {
  const printed = print(node);
  return printed.binds < least ? `(${printed.text})` : printed.text;
}

function list(nodes: readonly SqlNode[]): string {
  return nodes.map(printExpression).join(', ');
}

function print(node: SqlNode): Printed {
  switch (text(node, 'class')) {
    case 'COLUMN_REF':
      return atom(texts(node, 'column_names').map(printName).join('.'));
    case 'CONSTANT':
      return constant(child(node, 'value') ?? {});
    case 'STAR':
      return star(node);
    case 'CAST':
      return cast(node);
    case 'COMPARISON':
      return infix(node, comparisons[text(node, 'type')] ?? '=');
    case 'BETWEEN': {
      const [input, lower, upper] = ['input', 'lower', 'upper'].map((key) =>
        operand(child(node, key) ?? {}, binding.other),
      );
      return { text: `${input} BETWEEN ${lower} AND ${upper}`, binds: binding.comparison };
    }
    case 'CONJUNCTION': {
      const all = text(node, 'type') === 'CONJUNCTION_AND';
      const binds = all ? binding.and : binding.or;
      return {
        text: children(node)
          .map((one) => operand(one, binds + 1))
          .join(all ? ' AND ' : ' OR '),
        binds,
      };
    }
    case 'OPERATOR':
      return operator(node);
    case 'FUNCTION':
      return call(node);
    case 'WINDOW':
      return atom(windowCall(node));
    case 'CASE':
      return atom(caseOf(node));
    case 'SUBQUERY':
      return subquery(node);
    default:
      throw new PawlError(
        'bad-input',
        `an expression of the kind '${text(node, 'class')}' cannot be written as SQL`,
      );
  }
}

function infix(node: SqlNode, sign: string): Printed {
  return {
    text: `${operand(child(node, 'left') ?? {}, binding.other)} ${sign} ${operand(child(node, 'right') ?? {}, binding.other)}`,
    binds: binding.comparison,
  };
}

function constant(value: SqlNode): Printed {
  if (value['is_null'] === true) return atom('NULL');
  const type = child(value, 'type') ?? {};
  const content = value['value'];
  const written = typeof content === 'string' ? content : JSON.stringify(content ?? null);
  switch (text(type, 'id')) {
    case 'VARCHAR':
      return atom(`'${written.replaceAll("'", "''")}'`);
    case 'BOOLEAN':
      return atom(content === true ? 'TRUE' : 'FALSE');
    case 'DECIMAL': {
      const scale = Number(child(type, 'type_info')?.['scale'] ?? 0);
      const digits = written.padStart(scale + 1, '0');
      return atom(scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
    }
    case 'INTEGER':
    case 'BIGINT':
    case 'HUGEINT':
      return atom(written);
    case 'DOUBLE':
      return atom(written.includes('e') ? written : `${written}e0`);
    default:
      throw new PawlError('bad-input', `a constant of type ${text(type, 'id')} cannot be written as SQL`);
  }
}

function star(node: SqlNode): Printed {
  const relation = text(node, 'relation_name');
  const excluded = node['exclude_list'];
  const names = Array.isArray(excluded)
    ? (excluded as readonly Json[]).filter((name) => typeof name === 'string')
    : [];
  if (
    children(node, 'replace_list').length > 0 ||
    children(node, 'rename_list').length > 0 ||
    node['columns'] === true
  ) {
    throw new PawlError('bad-input', 'a star with REPLACE, RENAME or COLUMNS cannot be written as SQL');
  }
  return atom(
    `${relation === '' ? '' : `${printName(relation)}.`}*${names.length > 0 ? ` EXCLUDE (${names.map(printName).join(', ')})` : ''}`,
  );
}

function typeText(type: SqlNode): string {
  const info = child(type, 'type_info');
  const name = text(type, 'id');
  if (name === 'DECIMAL' && info !== null)
    return `DECIMAL(${Number(info['width'])}, ${Number(info['scale'])})`;
  if (name === 'LIST' && info !== null) return `${typeText(child(info, 'child_type') ?? {})}[]`;
  if (info !== null) {
    const inner = text(info, 'name');
    if (inner !== '') return inner;
    throw new PawlError('bad-input', `the type ${name} cannot be written as SQL`);
  }
  return name;
}

function cast(node: SqlNode): Printed {
  const inner = child(node, 'child') ?? {};
  const type = typeText(child(node, 'cast_type') ?? {});
  if (node['try_cast'] === true) return atom(`TRY_CAST(${printExpression(inner)} AS ${type})`);
  const isText =
    text(inner, 'class') === 'CONSTANT' &&
    text(child(child(inner, 'value') ?? {}, 'type') ?? {}, 'id') === 'VARCHAR';
  if (isText && ['DATE', 'INTERVAL', 'TIMESTAMP'].includes(type))
    return atom(`${type} ${printExpression(inner)}`);
  if (isText && type === 'BOOLEAN') return atom(child(inner, 'value')?.['value'] === 't' ? 'TRUE' : 'FALSE');
  return atom(`${operand(inner, binding.atom)}::${type}`);
}

function operator(node: SqlNode): Printed {
  const parts = children(node);
  const [first = {}, ...rest] = parts;
  switch (text(node, 'type')) {
    case 'COMPARE_IN':
      return { text: `${operand(first, binding.other)} IN (${list(rest)})`, binds: binding.comparison };
    case 'COMPARE_NOT_IN':
      return { text: `${operand(first, binding.other)} NOT IN (${list(rest)})`, binds: binding.comparison };
    case 'OPERATOR_NOT':
      return { text: `NOT ${operand(first, binding.not)}`, binds: binding.not };
    case 'OPERATOR_IS_NULL':
      return { text: `${operand(first, binding.other)} IS NULL`, binds: binding.comparison };
    case 'OPERATOR_IS_NOT_NULL':
      return { text: `${operand(first, binding.other)} IS NOT NULL`, binds: binding.comparison };
    case 'OPERATOR_COALESCE':
      return atom(`COALESCE(${list(parts)})`);
    case 'ARRAY_EXTRACT':
      return atom(`${operand(first, binding.atom)}[${list(rest)}]`);
    default:
      throw new PawlError('bad-input', `the operator ${text(node, 'type')} cannot be written as SQL`);
  }
}

function call(node: SqlNode): Printed {
  const name = text(node, 'function_name');
  const parts = children(node);
  if (node['is_operator'] === true) return operatorCall(name, parts);
  if (name === 'count_star') return atom(`COUNT(*)${filterText(child(node, 'filter'))}`);
  const orders = children(child(node, 'order_bys') ?? {}, 'orders');
  const order = orders.length > 0 ? ` ORDER BY ${printOrders(orders)}` : '';
  const distinct = node['distinct'] === true ? 'DISTINCT ' : '';
  return atom(`${functionName(node)}(${distinct}${list(parts)}${order})${filterText(child(node, 'filter'))}`);
}

/** Functions are written in capitals, as the questions' gold queries have them. */
function functionName(node: SqlNode): string {
  const name = text(node, 'function_name');
  const schema = text(node, 'schema');
  const written = /^[a-z_][a-z0-9_]*$/.test(name) ? name.toUpperCase() : printName(name);
  return schema === '' || schema === 'main' ? written : `${printName(schema)}.${written}`;
}

function operatorCall(name: string, parts: readonly SqlNode[]): Printed {
  const [left = {}, right] = parts;
  if (right === undefined) return { text: `${name}${operand(left, binding.sign)}`, binds: binding.sign };
  const binds = ['*', '/', '%', '//'].includes(name)
    ? binding.product
    : ['+', '-'].includes(name)
      ? binding.sum
      : likes[name] !== undefined
        ? binding.comparison
        : binding.other;
  return {
    text: `${operand(left, Math.max(binds, binding.other))} ${likes[name] ?? name} ${operand(right, binds + 1)}`,
    binds,
  };
}

function filterText(filter: SqlNode | null): string {
  return filter === null ? '' : ` FILTER (WHERE ${printExpression(filter)})`;
}

const bounds: Readonly<Record<string, string>> = {
  UNBOUNDED_PRECEDING: 'UNBOUNDED PRECEDING',
  UNBOUNDED_FOLLOWING: 'UNBOUNDED FOLLOWING',
  CURRENT_ROW_RANGE: 'CURRENT ROW',
  CURRENT_ROW_ROWS: 'CURRENT ROW',
};

function windowCall(node: SqlNode): string {
  if (
    node['ignore_nulls'] === true ||
    text(node, 'exclude_clause') !== 'NO_OTHER' ||
    children(node, 'arg_orders').length > 0
  ) {
    throw new PawlError(
      'bad-input',
      'a window with IGNORE NULLS, EXCLUDE or its own order cannot be written as SQL',
    );
  }
  const parts = [...children(node), child(node, 'offset_expr'), child(node, 'default_expr')].filter(
    (one) => one !== null,
  );
  const written =
    text(node, 'function_name') === 'count_star'
      ? 'COUNT(*)'
      : `${functionName(node)}(${node['distinct'] === true ? 'DISTINCT ' : ''}${list(parts)})`;
  const partitions = children(node, 'partitions');
  const orders = children(node, 'orders');
  const over = [
    partitions.length > 0 ? `PARTITION BY ${list(partitions)}` : '',
    orders.length > 0 ? `ORDER BY ${printOrders(orders)}` : '',
    frame(node),
  ].filter((part) => part !== '');
  return `${written}${filterText(child(node, 'filter_expr'))} OVER (${over.join(' ')})`;
}

function frame(node: SqlNode): string {
  const start = text(node, 'start');
  const end = text(node, 'end');
  if (start === 'UNBOUNDED_PRECEDING' && end === 'CURRENT_ROW_RANGE') return '';
  const bound = (name: string, expression: SqlNode | null): string => {
    const match = /^EXPR_(PRECEDING|FOLLOWING)_/.exec(name);
    return match === null ? (bounds[name] ?? name) : `${printExpression(expression ?? {})} ${match[1] ?? ''}`;
  };
  const unit = /_ROWS$/.test(start) || /_ROWS$/.test(end) ? 'ROWS' : 'RANGE';
  return `${unit} BETWEEN ${bound(start, child(node, 'start_expr'))} AND ${bound(end, child(node, 'end_expr'))}`;
}

function caseOf(node: SqlNode): string {
  const checks = children(node, 'case_checks').map(
    (check) =>
      `WHEN ${printExpression(child(check, 'when_expr') ?? {})} THEN ${printExpression(child(check, 'then_expr') ?? {})}`,
  );
  const otherwise = child(node, 'else_expr');
  const isNull = otherwise !== null && isNode(otherwise['value']) && otherwise['value']['is_null'] === true;
  return `CASE ${checks.join(' ')}${otherwise === null || isNull ? '' : ` ELSE ${printExpression(otherwise)}`} END`;
}

function subquery(node: SqlNode): Printed {
  const written = text(node, writtenSubquery);
  switch (text(node, 'subquery_type')) {
    case 'SCALAR':
      return atom(written);
    case 'EXISTS':
      return atom(`EXISTS ${written}`);
    case 'NOT_EXISTS':
      return { text: `NOT EXISTS ${written}`, binds: binding.not };
    case 'ANY': {
      const sign = comparisons[text(node, 'comparison_type')] ?? '=';
      const left = operand(child(node, 'child') ?? {}, binding.other);
      return {
        text: sign === '=' ? `${left} IN ${written}` : `${left} ${sign} ANY ${written}`,
        binds: binding.comparison,
      };
    }
    default:
      throw new PawlError(
        'bad-input',
        `a subquery of the kind ${text(node, 'subquery_type')} cannot be written as SQL`,
      );
  }
}
