import type { Column } from './read-csv.js';
import { numbersMatch } from './vectors.js';

type RowCell = number | string | null;
type Row = readonly RowCell[];

/** The largest group of rows, equal but for their numbers, in which a perfect matching is looked for. */
const matchingLimit = 2_000;

/** How many assignments of predicted to gold columns are tried before giving up: tables with many equal columns only. */
const assignmentLimit = 2_000;

/**
 * Whether predicted columns can be laid over the gold columns, each used once, so that the *rows* agree: as multisets,
 * or one by one when order counts. A missing value equals only a missing value. `candidates[g]` lists the predicted
 * columns that match gold column `g` on their own.
 */
export function rowsMatch(options: {
  readonly gold: readonly Column[];
  readonly prediction: readonly Column[];
  readonly candidates: readonly (readonly number[])[];
  readonly ignoreOrder: boolean;
}): boolean {
  const { gold, prediction, candidates, ignoreOrder } = options;
  const goldRows = rowsOf(gold);
  // The column with the fewest candidates first, so that a dead end shows early.
  const sequence = [...gold.keys()].sort(
    (a, b) => (candidates[a]?.length ?? 0) - (candidates[b]?.length ?? 0),
  );
  const chosen = new Map<number, number>();
  const used = new Set<number>();
  let tried = 0;

  const assign = (depth: number): boolean => {
    const column = sequence[depth];
    if (column === undefined) {
      tried++;
      const picked = gold
        .map((_, index) => prediction[chosen.get(index) ?? 0])
        .filter((one) => one !== undefined);
      return sameRows(goldRows, rowsOf(picked), ignoreOrder);
    }
    for (const candidate of candidates[column] ?? []) {
      if (used.has(candidate) || tried >= assignmentLimit) continue;
      used.add(candidate);
      chosen.set(column, candidate);
      if (assign(depth + 1)) return true;
      used.delete(candidate);
    }
    return false;
  };
  return assign(0);
}

function rowsOf(columns: readonly Column[]): Row[] {
  const height = columns[0]?.cells.length ?? 0;
  return Array.from({ length: height }, (_, row) =>
    columns.map((column) => {
      const cell = column.cells[row] ?? null;
      return cell === null || typeof cell === 'string' ? cell : Number(cell);
    }),
  );
}

function sameRows(gold: readonly Row[], predicted: readonly Row[], ignoreOrder: boolean): boolean {
  if (gold.length !== predicted.length) return false;
  if (!ignoreOrder) return gold.every((row, index) => rowMatches(row, predicted[index] ?? []));
  // Rows can only match within a group of equal text, numbers left aside.
  const groups = groupByText(predicted);
  for (const [key, rows] of groupByText(gold)) {
    const others = groups.get(key);
    if (others?.length !== rows.length || !groupMatches(rows, others)) return false;
  }
  return true;
}

function groupByText(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.map((cell) => (typeof cell === 'number' ? 0 : cell)));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Sorted rows usually match one by one; where the tolerance blurs the order, a perfect matching is looked for. */
function groupMatches(a: readonly Row[], b: readonly Row[]): boolean {
  const left = [...a].sort(compareRows);
  const right = [...b].sort(compareRows);
  if (left.every((row, index) => rowMatches(row, right[index] ?? []))) return true;
  return left.length <= matchingLimit && perfectMatching(left, right);
}

function compareRows(a: Row, b: Row): number {
  for (const [index, cell] of a.entries()) {
    const other = b[index];
    if (typeof cell === 'number' && typeof other === 'number' && cell !== other) return cell - other;
  }
  return 0;
}

function rowMatches(a: Row, b: Row): boolean {
  return a.every((cell, index) => {
    const other = b[index];
    return typeof cell === 'number' && typeof other === 'number' ? numbersMatch(cell, other) : cell === other;
  });
}

/** Kuhn's augmenting paths. */
function perfectMatching(left: readonly Row[], right: readonly Row[]): boolean {
  const partners = left.map((row) =>
    [...right.keys()].filter((index) => rowMatches(row, right[index] ?? [])),
  );
  const owner = new Map<number, number>();
  const augment = (row: number, seen: Set<number>): boolean => {
    for (const partner of partners[row] ?? []) {
      if (seen.has(partner)) continue;
      seen.add(partner);
      const rival = owner.get(partner);
      if (rival === undefined || augment(rival, seen)) {
        owner.set(partner, row);
        return true;
      }
    }
    return false;
  };
  return left.every((_, row) => (partners[row]?.length ?? 0) > 0 && augment(row, new Set()));
}
