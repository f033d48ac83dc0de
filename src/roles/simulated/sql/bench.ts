import { PawlError } from '../../../errors.js';
import { compareResults } from '../../../families/sql/comparison/compare-results.js';
import { csvText } from '../../../families/sql/csv-text.js';
import { isTree } from '../../../families/sql/facts/tree-facts.js';
import type { Warehouse } from '../../../families/sql/open-warehouse.js';
import { sqlHidden } from '../../../families/sql/task.js';
import type { SqlNode } from '../../../families/sql/tree/node.js';
import { printQuery } from '../../../families/sql/tree/print-query.js';
import type { Task } from '../../../grader/item.js';
import type { ResultTable } from '../../../sandbox/sql/sql-sandbox.js';
import type { Edit } from './edit.js';

/** An edited query that was run. */
export interface Tried {
  readonly edit: Edit;
  readonly output: string;
  /** The result looks like a right one: no row comes twice and no cell is missing, unless in the reference's, too. */
  readonly unseen: boolean;
}

/** What an edited query does, beside the reference: the same rows, other rows, or it fails before it runs. */
export type Effect = 'right' | 'wrong' | 'fails';

/** Runs edited queries of one task and compares them with its reference. */
export interface Bench {
  /** The reference's parse tree. */
  readonly tree: SqlNode;
  /** The first `count` edits with the wanted effect, in the order given, each with an output of its own. */
  firstWith(effect: Effect, edits: readonly Edit[], count: number): Promise<readonly Tried[]>;
}

/**
 * Runs a task's reference and makes the bench on which edits of it are tried.
 *
 * @throws PawlError `bad-input` when there is no reference or it does not run; `sandbox` when the sandbox fails
 */
export async function benchFor(task: Task, warehouse: Warehouse): Promise<Bench> {
  const run = async (
    sql: string,
  ): Promise<Exclude<Awaited<ReturnType<Warehouse['run']>>, { kind: 'infrastructure' }>> => {
    const outcome = await warehouse.run(sql);
    if (outcome.kind === 'infrastructure')
      throw new PawlError('sandbox', `task '${task.id}': a query could not be run (${outcome.message})`);
    return outcome;
  };

  const reference = await run(referenceOf(task));
  if (reference.kind !== 'result' || !isTree(reference.tree)) {
    throw new PawlError(
      'bad-input',
      `task '${task.id}': its reference does not run (${reference.kind === 'failed' ? reference.message : reference.kind})`,
    );
  }
  const { tree, table: expected } = reference;
  const { conditionColumns, ignoreOrder } = sqlHidden(task);
  const gold = [csvText(expected)];

  /** Null where it is not clear what the query does: no rows, more than are read, stopped, or failed on the way. */
  const effectOf = async (
    output: string,
  ): Promise<{ readonly effect: Effect; readonly unseen: boolean } | null> => {
    const outcome = await run(output);
    if (outcome.kind === 'failed' && outcome.stage !== 'run') return { effect: 'fails', unseen: false };
    if (outcome.kind !== 'result' || outcome.table.truncated || outcome.table.rows.length === 0) return null;
    const { match } = compareResults({
      prediction: csvText(outcome.table),
      gold,
      conditionColumns,
      ignoreOrder,
      mode: 'rows',
    });
    return { effect: match ? 'right' : 'wrong', unseen: !showsSymptom(outcome.table, expected) };
  };

  return {
    tree,
    firstWith: async (effect, edits, count) => {
      const found: Tried[] = [];
      for (const edit of edits) {
        if (found.length === count) break;
        const output = printQuery(edit.tree);
        if (found.some((one) => one.output === output)) continue;
        const observed = await effectOf(output);
        if (observed?.effect === effect) found.push({ edit, output, unseen: observed.unseen });
      }
      return found;
    },
  };
}

function referenceOf(task: Task): string {
  if (task.reference !== null) return task.reference;
  throw new PawlError(
    'bad-input',
    `task '${task.id}' has no reference, and the simulated solver writes variants of references`,
    {
      hint: 'add a gold query to the task, or solve it with a model',
    },
  );
}

function showsSymptom(table: ResultTable, expected: ResultTable): boolean {
  const repeats = ({ rows }: ResultTable): boolean =>
    new Set(rows.map((row) => JSON.stringify(row))).size < rows.length;
  const gaps = ({ rows }: ResultTable): boolean => rows.some((row) => row.includes(null));
  return (repeats(table) && !repeats(expected)) || (gaps(table) && !gaps(expected));
}
