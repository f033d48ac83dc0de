import { child, children, places, text, texts, type SqlNode } from '../../../families/sql/tree/node.js';
import { mappedTree, type Edit } from './edit.js';

/** The same query written otherwise: other names, other order of conditions, sides of equalities exchanged. */
export function restylings(tree: SqlNode): readonly Edit[] {
  return [
    { name: 'as-is', tree },
    { name: 'other-aliases', tree: otherAliases(tree) },
    {
      name: 'other-order-of-conditions',
      tree: mappedTree(tree, (node) =>
        text(node, 'class') === 'CONJUNCTION' ? { ...node, children: [...children(node)].reverse() } : node,
      ),
    },
    { name: 'sides-exchanged', tree: mappedTree(tree, exchanged) },
    { name: 'other-output-names', tree: otherOutputNames(tree) },
  ];
}

function exchanged(node: SqlNode): SqlNode {
  const left = child(node, 'left');
  const right = child(node, 'right');
  if (text(node, 'type') !== 'COMPARE_EQUAL' || left === null || right === null) return node;
  return { ...node, left: right, right: left };
}

/** Every table alias gets the same new ending, everywhere at once, so that no two meet. */
function otherAliases(tree: SqlNode): SqlNode {
  const aliases = new Set(
    places(tree).flatMap(({ node }) =>
      ['BASE_TABLE', 'SUBQUERY'].includes(text(node, 'type')) && text(node, 'class') === ''
        ? [text(node, 'alias')]
        : [],
    ),
  );
  aliases.delete('');
  return mappedTree(tree, (node) => {
    if (text(node, 'class') === 'COLUMN_REF') {
      const names = texts(node, 'column_names');
      return names.length === 2 && aliases.has(names[0] ?? '')
        ? { ...node, column_names: [`${names[0] ?? ''}1`, names[1] ?? ''] }
        : node;
    }
    const isTable = ['BASE_TABLE', 'SUBQUERY'].includes(text(node, 'type')) && text(node, 'class') === '';
    return isTable && aliases.has(text(node, 'alias')) ? { ...node, alias: `${text(node, 'alias')}1` } : node;
  });
}

/** Other names for the columns of the outermost result that nothing refers to. */
function otherOutputNames(tree: SqlNode): SqlNode {
  const query = child(tree, 'node') ?? {};
  const referred = new Set(
    places(tree).flatMap(({ node }) =>
      text(node, 'class') === 'COLUMN_REF' ? texts(node, 'column_names') : [],
    ),
  );
  const list = children(query, 'select_list').map((expression) => {
    const alias = text(expression, 'alias');
    return alias === '' || referred.has(alias) ? expression : { ...expression, alias: `${alias}_result` };
  });
  return { ...tree, node: { ...query, select_list: list } };
}
