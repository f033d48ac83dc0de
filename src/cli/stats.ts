import type { Command } from 'commander';
import { addAdjust } from './stats/adjust.js';
import { addAgreement } from './stats/agreement.js';
import { addCompare } from './stats/compare.js';
import { addInterval } from './stats/interval.js';
import { addPower } from './stats/power.js';
import { addReconstructSeeds } from './stats/reconstruct.js';
import { addRetention } from './stats/retention.js';

/** `pawl stats`: one subcommand a procedure, on CSV or JSONL in long format. */
export function addStatsCommand(program: Command): void {
  const stats = program
    .command('stats')
    .description('exact statistics on CSV or JSONL: a row is one score of a task, an arm and a seed or run')
    .addHelpText(
      'after',
      `
The long format, as CSV with a header or as JSONL:
  task,arm,seed,score
  t1,reference,42,1
  t1,co,42,0

Examples:
  $ pawl stats compare scores.csv --a co --b reference    difference, interval, exact p
  $ pawl stats interval scores.csv --of co                one arm
  $ pawl stats help compare                               the options of a procedure

Warnings name traps that were met: verdicts taken for tasks, learning runs taken for replicates, too few runs.`,
    );
  addCompare(stats);
  addInterval(stats);
  addRetention(stats);
  addAgreement(stats);
  addAdjust(stats);
  addPower(stats);
  addReconstructSeeds(stats);
}
