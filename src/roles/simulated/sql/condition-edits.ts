import {
  child,
  children,
  isNode,
  text,
  texts,
  type Place,
  type SqlNode,
} from '../../../families/sql/tree/node.js';
import {
  conjunctsOf,
  constantOf,
  find,
  isJoinEquality,
  numbered,
  without,
  withValue,
  type Edit,
} from './edit.js';

const isNullCheck = (node: SqlNode): boolean =>
  text(node, 'type') === 'OPERATOR_IS_NOT_NULL' || text(node, 'type') === 'OPERATOR_IS_NULL';

/** Faults that leave a condition of the question out. */
export function missingFilterEdits(tree: SqlNode): readonly Edit[] {
  const conditions = conjunctsOf(tree).filter(
    ({ clause, node }) => clause !== 'qualify' && !isJoinEquality(node) && !isNullCheck(node),
  );
  const wanted = conditions.filter(({ clause, count }) => clause !== 'condition' || count > 1);
  const conditional = find(tree, (node) => text(node, 'function_name') === 'count_if');
  return [
    ...numbered(
      'drops-a-condition',
      wanted.map((one) => without(tree, one)),
    ),
    ...numbered(
      'counts-all',
      conditional.map(({ node, path }) =>
        withValue(tree, path, { ...node, function_name: 'count_star', children: [] }),
      ),
    ),
  ];
}

/** Faults with missing values. */
export function nullEdits(tree: SqlNode): readonly Edit[] {
  const defaults = find(tree, (node) => text(node, 'type') === 'OPERATOR_COALESCE');
  const checks = conjunctsOf(tree).filter(({ node, clause }) => isNullCheck(node) && clause !== 'qualify');
  const openEnded = find(
    tree,
    (node) =>
      text(node, 'type') === 'CONJUNCTION_OR' &&
      children(node).some(isNullCheck) &&
      children(node).length === 2,
  );
  const counts = find(
    tree,
    (node) =>
      ['count', 'count_star'].includes(text(node, 'function_name')) &&
      node['distinct'] !== true &&
      text(node, 'class') === 'FUNCTION',
  );
  const nullTests = find(tree, (node) => isNullCheck(node));
  const columns = nullableArguments(tree);
  return [
    ...numbered(
      'keeps-null',
      defaults.map(({ node, path }) =>
        withValue(tree, path, { ...(children(node)[0] ?? {}), alias: text(node, 'alias') }),
      ),
    ),
    ...numbered(
      'null-counts-too',
      checks
        .filter(({ node }) => text(node, 'type') === 'OPERATOR_IS_NOT_NULL')
        .map((one) => without(tree, one)),
    ),
    ...numbered(
      'forgets-open-periods',
      openEnded.map(({ node, path }) =>
        withValue(tree, path, children(node).find((one) => !isNullCheck(one)) ?? node),
      ),
    ),
    ...numbered(
      'counts-rows-for-values',
      counts
        .filter(({ node }) => text(node, 'function_name') === 'count')
        .map(({ node, path }) =>
          withValue(tree, path, { ...node, function_name: 'count_star', children: [] }),
        ),
    ),
    ...numbered(
      'counts-values-for-rows',
      counts
        .filter(({ node }) => text(node, 'function_name') === 'count_star')
        .flatMap(({ node, path }) =>
          columns.map((one) => withValue(tree, path, { ...node, function_name: 'count', children: [one] })),
        ),
    ),
    ...numbered(
      'null-test-turned',
      nullTests.map(({ node, path }) =>
        withValue(tree, path, {
          ...node,
          type: text(node, 'type') === 'OPERATOR_IS_NULL' ? 'OPERATOR_IS_NOT_NULL' : 'OPERATOR_IS_NULL',
        }),
      ),
    ),
    ...numbered(
      'averages-missing-as-zero',
      find(
        tree,
        (node) =>
          ['avg', 'median'].includes(text(node, 'function_name')) && text(node, 'class') === 'FUNCTION',
      ).map(({ node, path }) => withValue(tree, path, { ...node, children: children(node).map(orZero) })),
    ),
  ];
}

/** Columns that a query tests for NULL or replaces where they are NULL: those that a count may wrongly be made of. */
function nullableArguments(tree: SqlNode): readonly SqlNode[] {
  const tested = find(tree, (node) => isNullCheck(node) || text(node, 'type') === 'OPERATOR_COALESCE').map(
    ({ node }) => children(node)[0] ?? {},
  );
  const seen = new Set<string>();
  return tested.filter((node) => {
    const name = texts(node, 'column_names').join('.');
    if (name === '' || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function orZero(expression: SqlNode): SqlNode {
  const zero = {
    class: 'CONSTANT',
    type: 'VALUE_CONSTANT',
    alias: '',
    value: { type: { id: 'INTEGER', type_info: null }, is_null: false, value: 0 },
  };
  return { class: 'OPERATOR', type: 'OPERATOR_COALESCE', alias: '', children: [expression, zero] };
}

const strictness: Readonly<Record<string, string>> = {
  COMPARE_LESSTHAN: 'COMPARE_LESSTHANOREQUALTO',
  COMPARE_LESSTHANOREQUALTO: 'COMPARE_LESSTHAN',
  COMPARE_GREATERTHAN: 'COMPARE_GREATERTHANOREQUALTO',
  COMPARE_GREATERTHANOREQUALTO: 'COMPARE_GREATERTHAN',
};

/** Faults at a boundary: one day, one month, one step too far or too short. */
export function boundaryEdits(tree: SqlNode): readonly Edit[] {
  const comparisons = find(tree, (node) => strictness[text(node, 'type')] !== undefined);
  const flipped = comparisons.map(({ node, path }) =>
    withValue(tree, [...path, 'type'], strictness[text(node, 'type')] ?? ''),
  );
  const shifted = comparisons.flatMap((place) =>
    ['left', 'right'].flatMap((side) => shiftedConstants(tree, place, side)),
  );
  const between = find(tree, (node) => text(node, 'class') === 'BETWEEN').flatMap((place) =>
    ['lower', 'upper'].flatMap((side) => shiftedConstants(tree, place, side)),
  );
  const intervals = find(tree, (node) => text(child(node, 'cast_type') ?? {}, 'id') === 'INTERVAL').flatMap(
    ({ node, path }) => {
      const constant = constantOf(node);
      const match = /^(\d+) (\w+)$/.exec(String(constant?.value ?? ''));
      if (constant === undefined || match === null) return [];
      return [Number(match[1]) + 1, Number(match[1]) - 1]
        .filter((length) => length > 0)
        .map((length) => withValue(tree, [...path, ...constant.path], `${length} ${match[2] ?? ''}`));
    },
  );
  const equalDates = find(tree, (node) => text(node, 'type') === 'COMPARE_EQUAL').flatMap((place) =>
    ['left', 'right'].flatMap((side) => shiftedConstants(tree, place, side)),
  );
  return [
    ...numbered('boundary-in-or-out', flipped),
    ...numbered('boundary-shifted', shifted),
    ...numbered('range-shifted', between),
    ...numbered('interval-shifted', intervals),
    ...numbered('day-shifted', equalDates),
  ];
}

/** The constant on one side of a comparison one step later or earlier: a day or a month of a date, one of a number. */
function shiftedConstants(tree: SqlNode, { node, path }: Place, side: string): readonly SqlNode[] {
  const operand = node[side];
  const constant = isNode(operand) ? constantOf(operand) : undefined;
  if (constant === undefined) return [];
  const at = [...path, side, ...constant.path];
  if (typeof constant.value === 'number') {
    if (!Number.isInteger(constant.value) || text(node, 'type') === 'COMPARE_EQUAL') return [];
    return [constant.value + 1, constant.value - 1].map((value) => withValue(tree, at, value));
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(constant.value)) return [];
  return [
    addDays(constant.value, -1),
    addDays(constant.value, 1),
    addMonth(constant.value, -1),
    addMonth(constant.value, 1),
  ].map((value) => withValue(tree, at, value));
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function addMonth(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, 28))).toISOString().slice(0, 10);
}
