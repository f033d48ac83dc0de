import { isAggregate } from '../../../families/sql/facts/tree-facts.js';
import {
  children,
  places,
  text,
  texts,
  valueAt,
  type Place,
  type SqlNode,
} from '../../../families/sql/tree/node.js';
import { column, find, mappedTree, numbered, selectsOf, tablesOf, withValue, type Edit } from './edit.js';

const swaps: Readonly<Record<string, readonly string[]>> = {
  sum: ['avg', 'max'],
  avg: ['sum', 'median', 'max'],
  median: ['avg'],
  min: ['max'],
  max: ['min'],
  count_if: ['count'],
};

/** Faults in how values are put together. */
export function aggregateEdits(tree: SqlNode): readonly Edit[] {
  const aggregates = find(tree, isAggregate);
  const swapped = aggregates.flatMap(({ node, path }) =>
    (swaps[text(node, 'function_name')] ?? []).map((name) =>
      withValue(tree, [...path, 'function_name'], name),
    ),
  );
  const counts = aggregates.filter(({ node }) => text(node, 'function_name') === 'count_star');
  const keyCounts = counts.flatMap(({ node, path }) =>
    keysNear(tree, path).map((key) =>
      withValue(tree, path, { ...node, function_name: 'count', children: [key], distinct: true }),
    ),
  );
  const factors = aggregates.flatMap(({ node, path }) => {
    const [argument] = children(node);
    if (argument === undefined || text(argument, 'function_name') !== '*') return [];
    return children(argument).map((factor) => withValue(tree, [...path, 'children'], [factor]));
  });
  const windows = find(tree, (node) => text(node, 'class') === 'WINDOW');
  const neighbours = windows.flatMap(({ node, path }) => {
    const other = { lag: ['lead', 'WINDOW_LEAD'], lead: ['lag', 'WINDOW_LAG'] }[text(node, 'function_name')];
    return other === undefined
      ? []
      : [withValue(tree, path, { ...node, function_name: other[0] ?? '', type: other[1] ?? '' })];
  });
  const running = windows
    .filter(({ node }) => text(node, 'type') === 'WINDOW_AGGREGATE' && children(node, 'orders').length > 0)
    .map(({ path }) => withValue(tree, [...path, 'orders'], []));
  return [
    ...numbered('other-aggregate', swapped),
    ...numbered('counts-keys', keyCounts),
    ...numbered('leaves-a-factor-out', factors),
    ...numbered('other-neighbour', neighbours),
    ...numbered('whole-for-running', running),
    ...numbered('fraction-for-percent', hundreds(tree)),
  ];
}

/** `100.0 * x` without the hundred. */
function hundreds(tree: SqlNode): readonly SqlNode[] {
  return find(tree, (node) => text(node, 'function_name') === '*' && node['is_operator'] === true)
    .filter(({ node }) => {
      const value = valueAt(children(node)[0] ?? null, ['value', 'value']);
      return value === 1000 || value === 100;
    })
    .map(({ node, path }) =>
      withValue(tree, path, { ...(children(node)[1] ?? node), alias: text(node, 'alias') }),
    );
}

/** Keys of the tables that the SELECT around a path reads. */
function keysNear(tree: SqlNode, path: Place['path']): readonly SqlNode[] {
  const select = selectsOf(tree).findLast((one) => one.path.every((step, at) => path[at] === step));
  if (select === undefined) return [];
  const used = places(select.node).flatMap(({ node }) =>
    text(node, 'class') === 'COLUMN_REF' ? [texts(node, 'column_names')] : [],
  );
  const tables = tablesOf(select.node);
  const names = [
    ...new Set(used.filter((one) => /_id$/.test(one.at(-1) ?? '')).map((one) => one.join('.'))),
  ].sort();
  return tables.length === 0 ? [] : names.map((name) => column(...name.split('.')));
}

const coarser: Readonly<Record<string, readonly string[]>> = {
  day: ['week', 'month'],
  week: ['month', 'day'],
  month: ['quarter', 'week'],
  quarter: ['year', 'month'],
  year: ['quarter'],
};

/** Faults in what one row of the result stands for. */
export function groupingEdits(tree: SqlNode): readonly Edit[] {
  const selects = selectsOf(tree);
  const fewer = selects.flatMap((select) =>
    children(select.node, 'group_expressions').flatMap((_, index) => [
      withoutGroup(tree, select, index, 'drop'),
      withoutGroup(tree, select, index, 'any'),
    ]),
  );
  const more = selects
    .filter(({ node }) => children(node, 'group_expressions').length > 0)
    .flatMap((select) =>
      keysNear(tree, [...select.path, 'select_list']).map((key) => withGroup(tree, select, key)),
    );
  const partitions = find(
    tree,
    (node) => text(node, 'class') === 'WINDOW' && children(node, 'partitions').length > 0,
  ).map(({ path }) => withValue(tree, [...path, 'partitions'], []));
  return [
    ...numbered(
      'loses-a-group',
      fewer.filter((changed) => changed !== tree),
    ),
    ...numbered('groups-too-finely', more),
    ...numbered('forgets-the-partition', partitions),
    ...otherUnits(tree),
  ];
}

/** Without one GROUP BY key: its column leaves the result, too, or shows any one of its values. */
function withoutGroup(tree: SqlNode, { node, path }: Place, index: number, how: 'drop' | 'any'): SqlNode {
  const groups = children(node, 'group_expressions');
  const removed = groups[index];
  const sets = node['group_sets'];
  if (removed === undefined || (Array.isArray(sets) && sets.length > 1)) return tree;
  const rest = groups.filter((_, at) => at !== index);
  const bare = (expression: SqlNode): string => JSON.stringify({ ...expression, alias: '' });
  const uses = (expression: SqlNode): boolean =>
    places(expression).some((place) => bare(place.node) === bare(removed));
  const list = children(node, 'select_list');
  const shown = list.filter(
    (expression) => uses(expression) && !places(expression).some((place) => isAggregate(place.node)),
  );
  if (shown.length === 0 && how === 'any') return tree;
  const selected =
    how === 'drop'
      ? list.filter((expression) => !shown.includes(expression))
      : list.map((expression) => (shown.includes(expression) ? anyOf(expression) : expression));
  if (selected.length === 0) return tree;
  const changed = {
    ...node,
    select_list: selected,
    group_expressions: rest,
    group_sets: rest.length === 0 ? [] : [rest.map((_, at) => at)],
  };
  return withValue(tree, path, changed);
}

function anyOf(expression: SqlNode): SqlNode {
  return {
    class: 'FUNCTION', type: 'FUNCTION', alias: text(expression, 'alias'), function_name: 'min', schema: '', children: [{ ...expression, alias: '' }],
    filter: null, order_bys: { type: 'ORDER_MODIFIER', orders: [] }, distinct: false, is_operator: false, export_state: false, catalog: '',
  }; // prettier-ignore
}

function withGroup(tree: SqlNode, { node, path }: Place, key: SqlNode): SqlNode {
  const groups = [...children(node, 'group_expressions'), key];
  return withValue(tree, path, {
    ...node,
    group_expressions: groups,
    group_sets: [groups.map((_, at) => at)],
  });
}

/** Another unit in every DATE_TRUNC of the query. */
function otherUnits(tree: SqlNode): readonly Edit[] {
  const units = [
    ...new Set(
      find(tree, (node) => text(node, 'function_name') === 'date_trunc').flatMap(({ node }) => {
        const unit = valueAt(children(node)[0] ?? null, ['value', 'value']);
        return typeof unit === 'string' ? [unit] : [];
      }),
    ),
  ];
  const trees = units.flatMap((unit) =>
    (coarser[unit] ?? []).map((other) =>
      mappedTree(tree, (node) => {
        if (text(node, 'function_name') !== 'date_trunc') return node;
        const [first, ...rest] = children(node);
        const value = valueAt(first ?? null, ['value', 'value']);
        return first === undefined || value !== unit
          ? node
          : { ...node, children: [withValue(first, ['value', 'value'], other), ...rest] };
      }),
    ),
  );
  return numbered('other-grain', trees);
}
