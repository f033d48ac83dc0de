import { dataPath } from '../../data-folder.js';
import { taskHash, type Item, type RootFinding, type Task } from '../../grader/item.js';
import { checkHash } from '../../grader/op.js';
import { contentHash } from '../../hash.js';
import { readOps } from '../read-ops.js';
import type { Family, Truth } from '../family.js';
import { describeSql } from './describe.js';
import * as limits from './limits.js';
import { loadSqlTasks } from './load-tasks.js';
import type { Warehouse } from './open-warehouse.js';
import { rootOf } from './root.js';
import { sqlTaxonomy } from './taxonomy.js';
import { truthOf } from './truth.js';

/** What the sql family is made with. */
export interface SqlFamilyOptions {
  /** Where every query runs ({@link openWarehouse}). */
  readonly warehouse: Warehouse;
  /** Default: the questions of the embedded pack. */
  readonly tasks?: readonly Task[];
  /** Default: `sql`. */
  readonly name?: string;
}

/** Changes when truth or root judge differently although no task or op changed. */
const judgement = 'sql-1';

/** The grader that a person would write from the seed ops: every symptom counts. */
const handSeed =
  '(any duplicate_rows missing_group_by null_in_result row_count_mismatch share_out_of_range spec_sql_mismatch unknown_name unmatched_rows_dropped)';

/** The seed op that asks a judge nothing but whether an output is wrong. */
const bareJudge = 'output_is_wrong';

/**
 * The sql family: questions over a warehouse, answered by one query each, judged by the official Spider 2.0 comparison of
 * results, on the embedded pack or on the tasks of a file ({@link loadSpiderTasks}).
 *
 * @param options.warehouse where queries run
 * @param options.tasks tasks of the family, default the embedded pack
 * @example
 * const family = createSqlFamily({ warehouse: await openWarehouse() });
 * family.consensusWeight // 1
 */
export function createSqlFamily({
  warehouse,
  tasks = loadSqlTasks(),
  name = 'sql',
}: SqlFamilyOptions): Family {
  const sorted = [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
  const seedOps = readOps(dataPath('families', 'sql', 'ops'), sqlTaxonomy);
  return {
    name,
    version: contentHash([
      judgement,
      { ...limits },
      warehouse.version,
      sorted.map(taskHash),
      seedOps.map((op) => [op.name, op.failureClass, checkHash(op)]),
    ]),
    taxonomy: sqlTaxonomy,
    consensusWeight: 1,
    splitSizes: { train: 59, dev: 10, test: 40, untouched: 20 },
    screened: true,
    auditItemsPerTask: 1,
    tasks: sorted,
    seedOps,
    handSeed,
    bareJudge,
    root: async (item: Item): Promise<RootFinding> => rootOf(item, warehouse),
    truth: async (item: Item): Promise<Truth> => truthOf(item, warehouse),
    describe: describeSql,
  };
}
