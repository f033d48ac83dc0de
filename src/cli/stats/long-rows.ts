import type { Command } from 'commander';
import { PawlError } from '../../errors.js';
import { didYouMean } from '../../input/nearest-name.js';
import {
  formatOption,
  nameIn,
  numberIn,
  optionalColumn,
  readTable,
  requiredColumn,
  RowProblems,
} from './table.js';

/** One score of the long format. */
export interface LongRow {
  readonly line: number;
  readonly task: string;
  readonly arm: string;
  /** Seed or run; empty when the file has no such column. */
  readonly run: string;
  /** Round; 0 when the file has no such column. */
  readonly round: number;
  readonly score: number;
}

/** Options that name the columns. */
export interface ColumnOptions {
  readonly task?: string;
  readonly arm?: string;
  readonly run?: string;
  readonly round?: string;
  readonly score?: string;
  readonly format?: string;
}

/** The rows of a long file and what it held. */
export interface LongFile {
  readonly source: string;
  readonly rows: readonly LongRow[];
  readonly arms: readonly string[];
  readonly hasRuns: boolean;
}

/** Adds the options that name columns. */
export function withColumnOptions(command: Command): Command {
  return command
    .option('--task <column>', "column of the task (default: 'task')")
    .option('--arm <column>', "column of the arm (default: 'arm')")
    .option('--run <column>', "column of the seed or run (default: 'seed', else 'run'; may be absent)")
    .option('--score <column>', "column of the score (default: 'score'); true and false count as 1 and 0")
    .addOption(formatOption());
}

/** Which columns a procedure can do without. */
export interface Needs {
  readonly task: boolean;
  readonly arm: boolean;
  readonly round?: boolean;
}

/**
 * Reads task, arm, seed or run, and score, one row each.
 *
 * @throws PawlError `bad-input` listing every bad cell and every repeated row with its line
 */
export function readLongRows(path: string, options: ColumnOptions, needs: Needs): LongFile {
  const table = readTable(path, options.format);
  const task = { option: '--task', given: options.task, usual: ['task'] };
  const arm = { option: '--arm', given: options.arm, usual: ['arm'] };
  const round = { option: '--round', given: options.round, usual: ['round'] };
  const taskColumn = needs.task ? requiredColumn(table, task) : optionalColumn(table, task);
  const armColumn = needs.arm ? requiredColumn(table, arm) : optionalColumn(table, arm);
  const runColumn = optionalColumn(table, { option: '--run', given: options.run, usual: ['seed', 'run'] });
  const roundColumn = needs.round === true ? requiredColumn(table, round) : undefined;
  const scoreColumn = requiredColumn(table, { option: '--score', given: options.score, usual: ['score'] });

  const problems = new RowProblems(table.source);
  const seen = new Map<string, number>();
  const rows = table.rows.map((row): LongRow => {
    const read: LongRow = {
      line: row.line,
      task: taskColumn === undefined ? '' : nameIn(row, taskColumn, problems),
      arm: armColumn === undefined ? '' : nameIn(row, armColumn, problems),
      run: runColumn === undefined ? '' : nameIn(row, runColumn, problems),
      round: roundColumn === undefined ? 0 : numberIn(row, roundColumn, problems),
      score: numberIn(row, scoreColumn, problems),
    };
    const key = JSON.stringify([read.task, read.arm, read.run, read.round]);
    const before = seen.get(key);
    if (taskColumn !== undefined && before !== undefined) {
      problems.add(row.line, `repeats line ${before} (${identity(read, needs.round === true)})`);
    }
    seen.set(key, before ?? row.line);
    return read;
  });
  problems.throwIfAny('every row is one score: a task, an arm, a seed or run, and a finite number');
  return {
    source: table.source,
    rows,
    arms: [...new Set(rows.map((row) => row.arm))],
    hasRuns: runColumn !== undefined,
  };
}

function identity(row: LongRow, withRound: boolean): string {
  const run = row.run === '' ? '' : `, seed ${row.run}`;
  const arm = row.arm === '' ? '' : `, arm ${row.arm}`;
  return `task ${row.task}${arm}${run}${withRound ? `, round ${row.round}` : ''}`;
}

/**
 * The arm that an option names.
 *
 * @throws PawlError `usage` for an arm that the file does not have
 */
export function armNamed(file: LongFile, option: string, name: string): string {
  if (file.arms.includes(name)) return name;
  throw new PawlError(
    'usage',
    `${option}: no arm '${name}' in ${file.source}; ${didYouMean(name, file.arms)}`,
    {
      hint: `the arms are ${file.arms.join(', ')}`,
    },
  );
}
