import { PawlError } from '../../../errors.js';
import { didYouMean } from '../../../input/nearest-name.js';
import { readCsv, type Column, type Frame } from './read-csv.js';
import { rowsMatch } from './rows-match.js';
import { vectorsMatch, vectorsOf, type Vector } from './vectors.js';

/** `official`: Spider 2.0's own rule, quirks included. `rows`: that rule, and the rows must agree as wholes. */
export type ComparisonMode = 'official' | 'rows';

/** What is compared. */
export interface ComparisonInput {
  /** The predicted result as CSV text with a header. */
  readonly prediction: string;
  /** The gold results in suffix order; matching any one is right. */
  readonly gold: readonly string[];
  /** The benchmark's raw `condition_cols`: null or empty, a list of positions, or one list for each gold result. */
  readonly conditionColumns: unknown;
  /** The benchmark's `ignore_order`. */
  readonly ignoreOrder: boolean;
  readonly mode?: ComparisonMode;
  /** The prediction comes from a query that was run: then a result without rows is a failure, even where the gold result has none. */
  readonly executed?: boolean;
}

/** How one gold result fared. Those after a match or a defect are not looked at. */
export interface GoldComparison {
  readonly match: boolean;
  /** Names of the gold columns that no predicted column matches. */
  readonly unmatchedColumns: readonly string[];
  /** What is wrong with the gold result or its metadata; the benchmark scores 0 there. */
  readonly defect: string | null;
}

/** The outcome of a comparison. */
export interface Comparison {
  readonly match: boolean;
  readonly score: 0 | 1;
  readonly mode: ComparisonMode;
  /** Position of the gold result that matched. */
  readonly matchedGold: number | null;
  /** One sentence for people. */
  readonly reason: string;
  readonly golds: readonly GoldComparison[];
}

const modes: readonly ComparisonMode[] = ['official', 'rows'];

/**
 * Compares a predicted result with gold results as the Spider 2.0 benchmark does: tables typed as pandas' `read_csv`
 * types them; every required gold column must match some predicted column, whatever its name or place; missing values
 * count as 0; columns are sorted by text when order is ignored; numbers may differ by 0.01 or by a billionth. Mode
 * `rows` asks in addition that whole rows agree and that a missing value is met by a missing one, so it never passes what `official` fails.
 *
 * Defects of the benchmark's own metadata give score 0, as there, never an error.
 *
 * @param input - the texts and the two metadata fields; see {@link ComparisonInput}
 * @returns whether it matched, which gold result did, and what was missing
 * @throws PawlError `usage` for an unknown mode
 * @example
 * compareResults({ prediction: 'n\n2\n1\n', gold: ['count\n1\n2\n'], conditionColumns: [], ignoreOrder: true }).match // true
 * @see Spider 2.0, https://github.com/xlang-ai/Spider2 (spider2-snow/evaluation_suite), MIT
 */
export function compareResults(input: ComparisonInput): Comparison {
  const mode = input.mode ?? 'official';
  if (!modes.includes(mode)) {
    throw new PawlError('usage', `unknown comparison mode '${String(mode)}'`, {
      hint: didYouMean(String(mode), modes),
    });
  }
  const failed = (reason: string, golds: readonly GoldComparison[] = []): Comparison => ({
    match: false,
    score: 0,
    mode,
    matchedGold: null,
    reason,
    golds,
  });

  const reading = readCsv(input.prediction);
  if (reading.kind === 'unreadable') return failed(`the prediction is no table: ${reading.message}`);
  const prediction = reading.frame;
  if (prediction.rowCount === 0 && input.executed === true) return failed('the prediction has no rows');
  if (input.gold.length === 0) return failed('there is no gold result');

  const predicted = vectorsOf(prediction.columns, input.ignoreOrder);
  const golds: GoldComparison[] = [];
  for (const [index, text] of input.gold.entries()) {
    const required = requiredColumns(text, input.conditionColumns, index, input.gold.length);
    if (required.kind === 'defect') {
      golds.push({ match: false, unmatchedColumns: [], defect: required.message });
      return failed(`gold result ${index + 1} cannot be used: ${required.message}`, golds);
    }
    const wanted = vectorsOf(required.columns, input.ignoreOrder);
    const candidates = wanted.map((vector) =>
      [...predicted.keys()].filter((at) => matchesAt(vector, predicted, at)),
    );
    const unmatchedColumns = required.columns
      .filter((_, at) => candidates[at]?.length === 0)
      .map((column) => column.name);
    const match =
      unmatchedColumns.length === 0 &&
      (mode === 'official' || wholeRows(required.columns, prediction, candidates, input.ignoreOrder));
    golds.push({ match, unmatchedColumns, defect: null });
    if (match)
      return {
        match: true,
        score: 1,
        mode,
        matchedGold: index,
        reason: `matches gold result ${index + 1} of ${input.gold.length}`,
        golds,
      };
  }
  return failed(whyNot(golds), golds);
}

function matchesAt(wanted: Vector, predicted: readonly Vector[], at: number): boolean {
  const vector = predicted[at];
  return vector !== undefined && vectorsMatch(wanted, vector);
}

function wholeRows(
  gold: readonly Column[],
  prediction: Frame,
  candidates: readonly (readonly number[])[],
  ignoreOrder: boolean,
): boolean {
  return rowsMatch({ gold, prediction: prediction.columns, candidates, ignoreOrder });
}

function whyNot(golds: readonly GoldComparison[]): string {
  const nearest = golds.reduce((best, gold) =>
    gold.unmatchedColumns.length < best.unmatchedColumns.length ? gold : best,
  );
  if (nearest.unmatchedColumns.length === 0) return 'every gold column is there, but the rows do not agree';
  return `no predicted column matches gold column ${nearest.unmatchedColumns.map((name) => `'${name}'`).join(', ')}`;
}

type Required =
  | { readonly kind: 'columns'; readonly columns: readonly Column[] }
  | { readonly kind: 'defect'; readonly message: string };

/** Cuts a gold result to its required columns; positions may count from the end, as the benchmark's table library allows. */
function requiredColumns(text: string, conditionColumns: unknown, index: number, count: number): Required {
  const reading = readCsv(text);
  if (reading.kind === 'unreadable') return { kind: 'defect', message: reading.message };
  const { columns } = reading.frame;
  const positions = positionsFor(conditionColumns, index, count);
  if (typeof positions === 'string') return { kind: 'defect', message: positions };
  if (positions.length === 0) return { kind: 'columns', columns };
  const cut: Column[] = [];
  for (const position of positions) {
    const column =
      typeof position === 'number' && Number.isInteger(position) ? columns.at(position) : undefined;
    if (column === undefined || (position as number) < -columns.length) {
      return {
        kind: 'defect',
        message: `condition_cols names column ${JSON.stringify(position)}, the table has ${columns.length}`,
      };
    }
    cut.push(column);
  }
  return { kind: 'columns', columns: cut };
}

/**
 * The positions for one gold result: all (empty), the flat list, or its own list; a text says what is wrong. With a
 * single gold result the benchmark takes the list's first entry, so of a flat list only the first position counts.
 */
function positionsFor(conditionColumns: unknown, index: number, count: number): readonly unknown[] | string {
  if (conditionColumns === null || conditionColumns === undefined) return [];
  if (!Array.isArray(conditionColumns)) return 'condition_cols is not a list';
  const list: readonly unknown[] = conditionColumns;
  const [first] = list;
  if (list.length === 0) return [];
  if (list.length === 1 && (first === null || (Array.isArray(first) && first.length === 0))) return [];
  if (count > 1 && !list.every((entry) => Array.isArray(entry))) return list;
  if (index >= list.length) return `condition_cols has ${list.length} lists for ${count} gold results`;
  const own: unknown = list[index];
  return Array.isArray(own) ? (own as unknown[]) : [own];
}
