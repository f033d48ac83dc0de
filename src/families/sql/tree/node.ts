import type { Json, JsonObject } from '../../../json.js';

/** A node of DuckDB's parse tree (`json_serialize_sql`), without positions. */
export type SqlNode = JsonObject;

/** Whether a value is a node or another JSON object. */
export function isNode(value: Json | undefined): value is SqlNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The node under a key, or null. */
export function child(node: SqlNode, key: string): SqlNode | null {
  const value = node[key];
  return isNode(value) ? value : null;
}

/** The nodes of a list under a key. */
export function children(node: SqlNode, key: string = 'children'): readonly SqlNode[] {
  const value = node[key];
  return Array.isArray(value) ? (value as readonly Json[]).filter(isNode) : [];
}

/** The text under a key; empty when there is none. */
export function text(node: SqlNode, key: string): string {
  const value = node[key];
  return typeof value === 'string' ? value : '';
}

/** The texts of a list under a key. */
export function texts(node: SqlNode, key: string): readonly string[] {
  const value = node[key];
  return Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === 'string') : [];
}

/** The query of a statement's tree, of a subquery or of a common table expression. */
export function queryOf(statement: SqlNode): SqlNode {
  return child(statement, 'node') ?? statement;
}

/** The common table expressions of a query, in order. */
export function commonTables(query: SqlNode): readonly { readonly name: string; readonly query: SqlNode }[] {
  const map = child(query, 'cte_map');
  return map === null
    ? []
    : children(map, 'map').flatMap((entry) => {
        const statement = child(child(entry, 'value') ?? {}, 'query');
        return statement === null ? [] : [{ name: text(entry, 'key'), query: queryOf(statement) }];
      });
}

/** A node with its place in a tree. */
export interface Place {
  readonly node: SqlNode;
  readonly path: readonly (string | number)[];
}

/** All nodes of a tree with their paths, parents first, in the order of the text as far as the tree keeps it. */
export function places(root: Json, path: readonly (string | number)[] = []): readonly Place[] {
  if (Array.isArray(root))
    return (root as readonly Json[]).flatMap((value, index) => places(value, [...path, index]));
  if (!isNode(root)) return [];
  return [
    { node: root, path },
    ...Object.entries(root).flatMap(([key, value]) => places(value, [...path, key])),
  ];
}

/** A copy of a tree with another value at a path. */
export function replaced(root: Json, path: readonly (string | number)[], value: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(root)) {
    const copy = [...(root as readonly Json[])];
    copy[first as number] = replaced(copy[first as number] ?? null, rest, value);
    return copy;
  }
  if (!isNode(root)) return root;
  return { ...root, [first]: replaced(root[first] ?? null, rest, value) };
}

/** The value at a path. */
export function valueAt(root: Json, path: readonly (string | number)[]): Json {
  return path.reduce<Json>((value, step) => {
    if (Array.isArray(value)) return (value as readonly Json[])[step as number] ?? null;
    return isNode(value) ? (value[step] ?? null) : null;
  }, root);
}
