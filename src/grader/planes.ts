import { PawlError } from '../errors.js';
import type { OpVerdict } from '../verdict.js';

/**
 * Verdicts over a list of items as two bit planes: bit `i & 31` of word `i >> 5` belongs to item `i`. An item that is in
 * neither plane abstains; none is in both.
 */
export interface Planes {
  readonly drawback: Int32Array;
  readonly clean: Int32Array;
}

/** Verdicts of a pool over one list of items: what expressions are evaluated on. */
export interface VerdictTable {
  readonly items: number;
  readonly planes: ReadonlyMap<string, Planes>;
}

/** Words needed for a number of items. */
function wordsFor(items: number): number {
  return (items + 31) >>> 5;
}

/** Empty planes: every item abstains. */
export function emptyPlanes(items: number): Planes {
  return { drawback: new Int32Array(wordsFor(items)), clean: new Int32Array(wordsFor(items)) };
}

/**
 * Packs verdicts into planes.
 *
 * @example
 * planesOf(['DRAWBACK', 'CLEAN', 'ABSTAIN']) // { drawback: Int32Array [1], clean: Int32Array [2] }
 */
export function planesOf(verdicts: readonly OpVerdict[]): Planes {
  const planes = emptyPlanes(verdicts.length);
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict === 'ABSTAIN') continue;
    const plane = verdict === 'DRAWBACK' ? planes.drawback : planes.clean;
    plane[index >>> 5] = (plane[index >>> 5] ?? 0) | (1 << (index & 31));
  }
  return planes;
}

/** The verdict of one item. */
export function verdictAt(planes: Planes, index: number): OpVerdict {
  const bit = 1 << (index & 31);
  if (((planes.drawback[index >>> 5] ?? 0) & bit) !== 0) return 'DRAWBACK';
  return ((planes.clean[index >>> 5] ?? 0) & bit) !== 0 ? 'CLEAN' : 'ABSTAIN';
}

/** All verdicts of `items` items. */
export function verdictsOf(planes: Planes, items: number): OpVerdict[] {
  return Array.from({ length: items }, (_, index) => verdictAt(planes, index));
}

/** Builds a table from named planes or verdict lists, which must all have the same length. */
export function verdictTable(
  items: number,
  rows: Iterable<readonly [string, readonly OpVerdict[]]>,
): VerdictTable {
  const planes = new Map<string, Planes>();
  for (const [name, verdicts] of rows) {
    if (verdicts.length !== items) {
      throw new PawlError('bad-input', `op '${name}' has ${verdicts.length} verdicts for ${items} items`);
    }
    planes.set(name, planesOf(verdicts));
  }
  return { items, planes };
}

/** Set bits of one word (the usual parallel count). */
function popCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Set bits of a plane. */
export function countBits(plane: Int32Array): number {
  let count = 0;
  for (let index = 0; index < plane.length; index++) count += popCount(plane[index] ?? 0);
  return count;
}

/** Set bits that two planes share. */
export function countShared(a: Int32Array, b: Int32Array): number {
  let count = 0;
  for (let index = 0; index < a.length; index++) count += popCount((a[index] ?? 0) & (b[index] ?? 0));
  return count;
}
