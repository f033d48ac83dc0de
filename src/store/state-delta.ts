import type { Json, JsonObject } from '../json.js';

/** A change between two JSON values; short member names, since there is one in every round. */
type Change =
  /** The same value. */
  | 0
  /** Another value. */
  | { readonly v: Json }
  /** An object with some members changed, and some gone. */
  | { readonly o: Readonly<Record<string, Change>>; readonly d?: readonly string[] }
  /** A list: so many elements dropped at its head, `n` kept of which some changed, others added at its end. */
  | {
      readonly h: number;
      readonly n: number;
      readonly c: Readonly<Record<string, Change>>;
      readonly a: readonly Json[];
    };

/**
 * What changed from one state to the next. Parts that are the same object in both cost one comparison: loops that hand their state
 * on without copying what they leave alone make this cheap.
 *
 * @param before a JSON value
 * @param after a JSON value; parts that are shared with `before` must not have been changed in place
 */
export function changeBetween(before: unknown, after: unknown): Json {
  return compare(before, after);
}

/**
 * The state after a change.
 *
 * @example
 * applyChange({ a: [1, 2] }, changeBetween({ a: [1, 2] }, { a: [2, 3] })) // { a: [2, 3] }
 */
export function applyChange(before: Json, change: Json): Json {
  return apply(before, change as Change);
}

function compare(before: unknown, after: unknown): Change {
  if (Object.is(before, after)) return 0;
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after);
  if (isPlain(before) && isPlain(after)) return compareObjects(before, after);
  return { v: after as Json };
}

function compareObjects(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change {
  const own = (value: Readonly<Record<string, unknown>>, name: string): unknown =>
    Object.hasOwn(value, name) ? value[name] : undefined;
  const changed = Object.entries(after).flatMap(([name, value]): [string, Change][] => {
    if (value === undefined) return [];
    const change = Object.hasOwn(before, name) ? compare(before[name], value) : { v: value as Json };
    return change === 0 ? [] : [[name, change]];
  });
  const gone = Object.keys(before).filter((name) => own(after, name) === undefined);
  if (gone.length > 0) return { o: Object.fromEntries(changed), d: gone };
  return changed.length === 0 ? 0 : { o: Object.fromEntries(changed) };
}

function compareLists(before: readonly unknown[], after: readonly unknown[]): Change {
  // A window that moves on begins with an element that stood further back.
  const shift = after.length === 0 ? 0 : Math.max(0, before.indexOf(after[0]));
  const kept = Math.min(before.length - shift, after.length);
  const changed: Record<string, Change> = {};
  for (let index = 0; index < kept; index++) {
    const change = compare(before[index + shift], after[index]);
    if (change !== 0) changed[index] = change;
  }
  const isSame = shift === 0 && kept === before.length && kept === after.length;
  if (isSame && Object.keys(changed).length === 0) return 0;
  return { h: shift, n: kept, c: changed, a: after.slice(kept) as Json[] };
}

function apply(before: Json, change: Change): Json {
  if (change === 0) return before;
  if ('v' in change) return change.v;
  if ('o' in change) {
    const gone = new Set(change.d);
    const object = before as JsonObject;
    const kept = Object.entries(object).flatMap(([name, value]): [string, Json][] => {
      if (gone.has(name)) return [];
      return [[name, Object.hasOwn(change.o, name) ? apply(value, change.o[name] ?? 0) : value]];
    });
    const added = Object.entries(change.o).flatMap(([name, own]): [string, Json][] =>
      Object.hasOwn(object, name) ? [] : [[name, apply(null, own)]],
    );
    return Object.fromEntries([...kept, ...added]);
  }
  const list = before as readonly Json[];
  const kept = list.slice(change.h, change.h + change.n).map((value, index) => {
    const own = change.c[index];
    return own === undefined ? value : apply(value, own);
  });
  return [...kept, ...change.a];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
