import { children, text, valueAt, type SqlNode } from '../../../families/sql/tree/node.js';
import { find, numbered, selectsOf, withValue, type Edit } from './edit.js';
import { withoutModifier } from './join-edits.js';

/** Faults in the order of rows and in how many are kept. */
export function orderEdits(tree: SqlNode): readonly Edit[] {
  const orders = find(tree, (node) =>
    ['DESCENDING', 'ASCENDING', 'ORDER_DEFAULT'].includes(text(node, 'type')),
  );
  const turned = orders.map(({ node, path }) =>
    withValue(tree, [...path, 'type'], text(node, 'type') === 'DESCENDING' ? 'ASCENDING' : 'DESCENDING'),
  );
  const limits = find(tree, (node) => text(node, 'type') === 'LIMIT_MODIFIER').flatMap(({ node, path }) => {
    const value = valueAt(node, ['limit', 'value', 'value']);
    return typeof value === 'number'
      ? [value + 1, value * 2, value - 1]
          .filter((one) => one > 0)
          .map((one) => withValue(tree, [...path, 'limit', 'value', 'value'], one))
      : [];
  });
  const modified = selectsOf(tree).flatMap((select) =>
    ['LIMIT_MODIFIER', 'ORDER_MODIFIER']
      .filter((type) => children(select.node, 'modifiers').some((one) => text(one, 'type') === type))
      .map((type) => withoutModifier(tree, select, type)),
  );
  const qualified = find(tree, (node) => node['qualify'] !== null && text(node, 'type') === 'SELECT_NODE');
  const kept = qualified.map(({ path }) => withValue(tree, [...path, 'qualify'], null));
  const second = qualified.flatMap(({ node, path }) => {
    const value = valueAt(node, ['qualify', 'right', 'value', 'value']);
    return typeof value === 'number'
      ? [
          withValue(tree, [...path, 'qualify', 'right', 'value', 'value'], value + 1),
          withValue(tree, [...path, 'qualify', 'type'], 'COMPARE_GREATERTHANOREQUALTO'),
        ]
      : [];
  });
  const frames = find(
    tree,
    (node) => text(node, 'class') === 'WINDOW' && children(node, 'orders').length > 1,
  ).map(({ node, path }) => withValue(tree, [...path, 'orders'], children(node, 'orders').slice(0, 1)));
  return [
    ...numbered('sorts-the-other-way', turned),
    ...numbered('other-limit', limits),
    ...numbered('keeps-order-or-limit-out', modified),
    ...numbered('keeps-all-ranks', kept),
    ...numbered('takes-other-ranks', second),
    ...numbered('breaks-ties-by-chance', frames),
  ];
}
