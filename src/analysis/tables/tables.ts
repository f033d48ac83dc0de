import { PawlError } from '../../errors.js';
import type { PublishedPaper } from '../paper/published.js';
import { readPublished } from '../paper/read-published.js';
import type { RunData } from '../run-data/rows.js';
import { guardTable } from './guard-table.js';
import { judgeTable } from './judge-table.js';
import { lastRoundsTable } from './last-rounds-table.js';
import { lifecycleTable } from './lifecycle-table.js';
import { mainResults } from './main-results.js';
import type { PawlTable } from './table.js';

const builders: readonly ((run: RunData, paper: PublishedPaper) => PawlTable)[] = [
  mainResults,
  judgeTable,
  guardTable,
  lifecycleTable,
  lastRoundsTable,
];

/**
 * Tables 1 to 5 of the paper beside a run.
 *
 * @param wanted numbers of tables; all of them when empty
 * @throws PawlError `usage` for a number that is no table
 * @example
 * makeTables(readRunData(), [5])[0].title // 'Mean of the last ten rounds'
 */
export function makeTables(
  run: RunData,
  wanted: readonly number[] = [],
  paper: PublishedPaper = readPublished(),
): readonly PawlTable[] {
  const numbers = wanted.length > 0 ? wanted : builders.map((_, index) => index + 1);
  return numbers.map((number) => {
    const build = builders[number - 1];
    if (build === undefined)
      throw new PawlError('usage', `there is no table ${number}`, { hint: 'tables are 1 to 5' });
    return build(run, paper);
  });
}
