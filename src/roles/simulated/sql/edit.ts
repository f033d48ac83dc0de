import type { Json } from '../../../json.js';
import {
  child,
  isNode,
  places,
  replaced,
  text,
  texts,
  valueAt,
  type Place,
  type SqlNode,
} from '../../../families/sql/tree/node.js';

/** One way to put a fault into a query: the tree with the fault in it. */
export interface Edit {
  /** Says what was done, and tells edits of a query apart, e.g. `left-to-inner 2`. */
  readonly name: string;
  readonly tree: SqlNode;
}

/** Finds every place of a query where faults of one class fit. */
export type EditFinder = (tree: SqlNode) => readonly Edit[];

/** A path into a tree. */
export type Path = readonly (string | number)[];

/** A tree with another value at a path. */
export function withValue(tree: SqlNode, path: Path, value: Json): SqlNode {
  const changed = replaced(tree, path, value);
  return isNode(changed) ? changed : tree;
}

/** A copy of a tree in which every node went through a function, children first. */
function mapped(value: Json, change: (node: SqlNode) => SqlNode): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => mapped(one, change));
  if (!isNode(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapped(member, change)])),
  );
}

/** The same for a whole tree. */
export function mappedTree(tree: SqlNode, change: (node: SqlNode) => SqlNode): SqlNode {
  const changed = mapped(tree, change);
  return isNode(changed) ? changed : tree;
}

/** Numbers the edits of one kind. */
export function numbered(kind: string, trees: readonly SqlNode[]): Edit[] {
  return trees.map((tree, index) => ({ name: `${kind} ${index + 1}`, tree }));
}

/** Places of nodes with a certain class or type. */
export function find(tree: SqlNode, wanted: (node: SqlNode) => boolean): readonly Place[] {
  return places(tree).filter(({ node }) => wanted(node));
}

/** A condition that must hold together with others: where it stands, and which clause it belongs to. */
export interface Conjunct {
  readonly node: SqlNode;
  readonly path: Path;
  /** `where_clause`, `condition` (of a join), `having` or `qualify`. */
  readonly clause: string;
  /** The node that holds the clause: a SELECT or a join. */
  readonly holder: Place;
  /** How many conditions the clause has. */
  readonly count: number;
}

const clauses = ['where_clause', 'condition', 'having', 'qualify'];

/** All conditions of a query, in the order of the tree. */
export function conjunctsOf(tree: SqlNode): readonly Conjunct[] {
  return places(tree).flatMap((holder) =>
    clauses.flatMap((clause): Conjunct[] => {
      const condition = child(holder.node, clause);
      if (condition === null) return [];
      const path = [...holder.path, clause];
      if (text(condition, 'type') !== 'CONJUNCTION_AND')
        return [{ node: condition, path, clause, holder, count: 1 }];
      const parts = condition['children'];
      const list = Array.isArray(parts) ? (parts as readonly Json[]) : [];
      return list.filter(isNode).map((node, index) => ({
        node,
        path: [...path, 'children', index],
        clause,
        holder,
        count: list.length,
      }));
    }),
  );
}

/** A tree without one of its conditions. */
export function without(tree: SqlNode, { path, clause, holder, count }: Conjunct): SqlNode {
  const whole = [...holder.path, clause];
  if (count === 1) return withValue(tree, whole, null);
  const list = valueAt(tree, [...whole, 'children']);
  const rest = (Array.isArray(list) ? (list as readonly Json[]) : []).filter(
    (_, index) => index !== path.at(-1),
  );
  return withValue(
    tree,
    rest.length === 1 ? whole : [...whole, 'children'],
    rest.length === 1 ? (rest[0] ?? null) : rest,
  );
}

/** A tree with one more condition in a SELECT's WHERE clause. */
export function withCondition(tree: SqlNode, select: Place, condition: SqlNode): SqlNode {
  const present = child(select.node, 'where_clause');
  const parts =
    present === null
      ? [condition]
      : text(present, 'type') === 'CONJUNCTION_AND'
        ? [...(present['children'] as readonly Json[]), condition]
        : [present, condition];
  const value =
    parts.length === 1
      ? condition
      : { class: 'CONJUNCTION', type: 'CONJUNCTION_AND', alias: '', children: parts };
  return withValue(tree, [...select.path, 'where_clause'], value);
}

/** A column as a node. */
export function column(...names: readonly string[]): SqlNode {
  return { class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', column_names: [...names] };
}

/** `a = b`. */
export function equal(left: SqlNode, right: SqlNode): SqlNode {
  return { class: 'COMPARISON', type: 'COMPARE_EQUAL', alias: '', left, right };
}

/** Whether a node is a comparison of two columns of different tables, as joins have it. */
export function isJoinEquality(node: SqlNode): boolean {
  if (text(node, 'type') !== 'COMPARE_EQUAL') return false;
  const sides = ['left', 'right'].map((key) => texts(child(node, key) ?? {}, 'column_names'));
  return sides.every((names) => names.length === 2) && sides[0]?.[0] !== sides[1]?.[0];
}

/** The constant of a node, looking through a cast; undefined when it is none. */
export function constantOf(
  node: SqlNode | null,
): { readonly path: Path; readonly value: string | number; readonly isText: boolean } | undefined {
  if (node === null) return undefined;
  if (text(node, 'class') === 'CAST') {
    const inner = constantOf(child(node, 'child'));
    return inner === undefined ? undefined : { ...inner, path: ['child', ...inner.path] };
  }
  if (text(node, 'class') !== 'CONSTANT') return undefined;
  const value = child(node, 'value');
  const content = value?.['value'];
  if (typeof content !== 'string' && typeof content !== 'number') return undefined;
  return { path: ['value', 'value'], value: content, isText: typeof content === 'string' };
}

/** Base tables of a FROM clause with their alias (or name) and place. */
export interface BaseTable {
  readonly schema: string;
  readonly table: string;
  readonly alias: string;
}

/** The base tables that a SELECT reads itself, its subqueries left aside. */
export function tablesOf(select: SqlNode): readonly BaseTable[] {
  const open = [child(select, 'from_table')];
  const found: BaseTable[] = [];
  while (open.length > 0) {
    const node = open.shift() ?? null;
    if (node === null) continue;
    if (text(node, 'type') === 'JOIN') open.unshift(child(node, 'left'), child(node, 'right'));
    if (text(node, 'type') === 'BASE_TABLE' && text(node, 'schema_name') !== '') {
      found.push({
        schema: text(node, 'schema_name'),
        table: text(node, 'table_name'),
        alias: text(node, 'alias') || text(node, 'table_name'),
      });
    }
  }
  return found;
}

/** All SELECTs of a query. */
export function selectsOf(tree: SqlNode): readonly Place[] {
  return find(tree, (node) => text(node, 'type') === 'SELECT_NODE');
}
