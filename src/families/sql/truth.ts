import type { Item, Task } from '../../grader/item.js';
import type { SqlOutcome } from '../../sandbox/sql/sql-sandbox.js';
import type { Truth } from '../family.js';
import { compareResults, type Comparison } from './comparison/compare-results.js';
import { csvText } from './csv-text.js';
import { failureClassOf } from './failure-class.js';
import type { Warehouse } from './open-warehouse.js';
import { sqlHidden } from './task.js';

/** The gold results of a task as CSV text, or why there are none. */
export type GoldResults =
  | { readonly kind: 'results'; readonly texts: readonly string[] }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * Gold results: those that came with the task, else what the gold query gives on the warehouse.
 */
export async function goldOf(task: Task, warehouse: Warehouse): Promise<GoldResults> {
  const { goldSql, goldResults } = sqlHidden(task);
  if (goldResults.length > 0) return { kind: 'results', texts: goldResults };
  if (goldSql === null) return { kind: 'none', reason: 'the task has neither a gold query nor gold results' };
  const outcome = await warehouse.run(goldSql);
  if (outcome.kind === 'result' && !outcome.table.truncated)
    return { kind: 'results', texts: [csvText(outcome.table)] };
  return {
    kind: 'none',
    reason: `the gold query gives no result: ${outcome.kind === 'failed' || outcome.kind === 'infrastructure' ? outcome.message : outcome.kind}`,
  };
}

/**
 * The truth about an output: the official Spider 2.0 comparison of its result with the gold result. The stricter `rows`
 * comparison is reported beside it and decides nothing. Evidence and details tell what was observed, never an expected value.
 */
export async function truthOf(item: Item, warehouse: Warehouse): Promise<Truth> {
  const hidden = sqlHidden(item.task);
  const gold = await goldOf(item.task, warehouse);
  if (gold.kind === 'none') return { outcome: 'unscored', reason: gold.reason };
  const outcome = await warehouse.run(item.output);
  if (outcome.kind === 'infrastructure') return { outcome: 'unscored', reason: outcome.message };
  if (outcome.kind !== 'result') return failed(outcome, null);

  const prediction = csvText(outcome.table);
  const compare = (mode: 'official' | 'rows'): Comparison =>
    compareResults({
      prediction,
      gold: gold.texts,
      conditionColumns: hidden.conditionColumns,
      ignoreOrder: hidden.ignoreOrder,
      mode,
      executed: true,
    });
  const official = outcome.table.truncated ? tooLong : compare('official');
  if (!official.match) return failed(outcome, official);
  const rows = compare('rows').match;
  return {
    outcome: 'scored',
    label: 'PASS',
    score: 1,
    failureClass: null,
    evidence: rows ? 'the result agrees' : 'the result agrees column by column, though not row by row',
    details: { rowsMode: rows ? 'PASS' : 'FAIL', rows: outcome.table.rows.length },
  };
}

/** A longer result than any gold result. */
const tooLong: Comparison = {
  match: false,
  score: 0,
  mode: 'official',
  matchedGold: null,
  reason: 'more rows than were read',
  golds: [],
};

function failed(
  outcome: Exclude<SqlOutcome, { kind: 'infrastructure' }>,
  comparison: Comparison | null,
): Truth {
  const details =
    outcome.kind === 'result'
      ? { rowsMode: 'FAIL', rows: outcome.table.rows.length, truncated: outcome.table.truncated }
      : { stage: outcome.kind === 'failed' ? outcome.stage : outcome.kind };
  const truth: Truth = {
    outcome: 'scored',
    label: 'FAIL',
    score: 0,
    failureClass: failureClassOf(outcome, comparison),
    evidence: evidenceOf(outcome, comparison),
    details,
  };
  return outcome.kind === 'timed-out' ? { ...truth, timedOut: true } : truth;
}

/** What happened, in a sentence that gives no gold value away. */
function evidenceOf(
  outcome: Exclude<SqlOutcome, { kind: 'infrastructure' }>,
  comparison: Comparison | null,
): string {
  switch (outcome.kind) {
    case 'refused':
      return `not run: ${outcome.reason}`;
    case 'failed':
      return `${outcome.stage === 'run' ? 'failed while running' : outcome.stage === 'bind' ? 'names or types do not fit' : 'does not parse'}: ${outcome.message}`;
    case 'timed-out':
      return 'did not end within the time limit';
    case 'out-of-memory':
      return 'needed more memory than there is';
    case 'result': {
      const { rows, columns, truncated } = outcome.table;
      if (rows.length === 0) return 'ran and gave no rows';
      const wrong = Math.min(...(comparison?.golds ?? []).map((gold) => gold.unmatchedColumns.length));
      const size = `${truncated ? 'more than ' : ''}${rows.length} rows of ${columns.length} columns`;
      return Number.isFinite(wrong) && wrong > 0
        ? `ran and gave ${size}; ${wrong} of the expected columns match none of them`
        : `ran and gave ${size}, which do not agree`;
    }
  }
}
