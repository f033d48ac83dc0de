import { type Command, Option } from 'commander';
import { PawlError } from '../../errors.js';
import { type Alternative, pairedDifference, type PairedScores, runDifference } from '../../stats/index.js';
import { jsonOption } from '../options.js';
import {
  armNamed,
  type ColumnOptions,
  type LongFile,
  type LongRow,
  readLongRows,
  withColumnOptions,
} from './long-rows.js';
import {
  alternativeOption,
  levelOption,
  replicatesOption,
  runLevelScores,
  seedOption,
  withReplicateWarning,
} from './common.js';
import {
  computationText,
  counted,
  distinct,
  intervalText,
  numeral,
  printReport,
  pValueText,
  signed,
  type StatReport,
} from './print-report.js';
import { RowProblems } from './table.js';

interface CompareOptions extends ColumnOptions {
  readonly a?: string;
  readonly b?: string;
  readonly unit: 'task' | 'run';
  readonly alternative: Alternative;
  readonly interval: 't' | 'bca' | 'percentile' | 'expanded-percentile';
  readonly replicates?: 'draws' | 'learning-runs';
  readonly level: number;
  readonly seed: number;
  readonly json?: boolean;
}

/** `pawl stats compare`: two arms on the same tasks, or two arms of learning runs. */
export function addCompare(stats: Command): void {
  withColumnOptions(
    stats
      .command('compare')
      .description('paired comparison of two arms: difference a − b, interval and exact test')
      .argument('[file]', 'CSV or JSONL with task, arm, seed or run, score; - for standard input', '-'),
  )
    .option('--a <arm>', 'first arm (default: the first in the file)')
    .option('--b <arm>', 'second arm (default: the second in the file, if there are two)')
    .addOption(
      new Option(
        '--unit <unit>',
        'what is independent: task (seeds of a task averaged first) or run (whole learning runs)',
      )
        .choices(['task', 'run'])
        .default('task'),
    )
    .addOption(alternativeOption())
    .addOption(
      new Option('--interval <method>', 'interval of the task-level difference')
        .choices(['t', 'bca', 'percentile', 'expanded-percentile'])
        .default('t'),
    )
    .addOption(replicatesOption())
    .addOption(levelOption())
    .addOption(seedOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl stats compare scores.csv --a co --b reference
  $ pawl stats compare scores.jsonl --a co --b reference --unit run   learning runs are the unit
  $ cut -d, -f1-4 scores.csv | pawl stats compare --a co --b naive --json`,
    )
    .action((path: string, options: CompareOptions) => {
      const file = readLongRows(path, options, { task: true, arm: true });
      const [a, b] = chosenArms(file, options);
      const report =
        options.unit === 'run' ? compareRuns(file, a, b, options) : compareTasks(file, a, b, options);
      printReport(report, file.source, options.json);
    });
}

/** The arms to compare; both must be told apart without guessing. */
function chosenArms(file: LongFile, options: CompareOptions): readonly [string, string] {
  const [first, second, ...more] = file.arms;
  if (first === undefined || second === undefined) {
    throw new PawlError(
      'bad-input',
      `${file.source}: one arm only (${first ?? 'none'}); a comparison needs two`,
    );
  }
  if (more.length > 0 && (options.a === undefined || options.b === undefined)) {
    throw new PawlError('usage', `${file.source} has ${file.arms.length} arms: say which to compare`, {
      hint: `--a and --b take two of ${file.arms.join(', ')}`,
    });
  }
  const a =
    options.a === undefined ? file.arms.find((arm) => arm !== options.b) : armNamed(file, '--a', options.a);
  const b = options.b === undefined ? file.arms.find((arm) => arm !== a) : armNamed(file, '--b', options.b);
  if (a === undefined || b === undefined || a === b)
    throw new PawlError('usage', `--a and --b are both '${a ?? ''}'`);
  return [a, b];
}

/** Tasks as the unit. */
function compareTasks(file: LongFile, a: string, b: string, options: CompareOptions): StatReport {
  const result = pairedDifference(pairRows(file, a, b), {
    level: options.level,
    alternative: options.alternative,
    interval: options.interval,
    seed: options.seed,
    ...(options.replicates === undefined ? {} : { replicates: options.replicates }),
  });
  const { interval, test, seeds } = result;
  const traps = distinct([...result.warnings, ...interval.warnings, ...test.warnings]);
  const warnings = withReplicateWarning(traps, seeds.most, options.replicates);
  const each = seeds.fewest === seeds.most ? String(seeds.most) : `${seeds.fewest} to ${seeds.most}`;
  const averaged = seeds.most === 1 ? 'one score each' : `${each} seeds a task averaged first`;
  return {
    procedure: 'compare',
    result: { a, b, ...result, warnings },
    facts: [
      [
        'difference',
        `${signed(result.difference)} (${a} ${numeral(result.meanA)}, ${b} ${numeral(result.meanB)})`,
      ],
      ['interval', `${intervalText(interval)}, ${interval.method}`],
      ['p', `${pValueText(test.pValue)} ${test.alternative}, mid-p ${pValueText(test.midP)}`],
      ['test', `task sign-flip, ${computationText(test)}`],
      ['unit', `${counted(result.n, 'task')}, ${averaged}`],
    ],
    warnings,
  };
}

/** Rows of both arms, matched by task and seed. */
function pairRows(file: LongFile, a: string, b: string): PairedScores {
  const keyOf = (row: LongRow): string => JSON.stringify([row.task, row.run]);
  const ofB = new Map(file.rows.filter((row) => row.arm === b).map((row) => [keyOf(row), row]));
  const ofA = file.rows.filter((row) => row.arm === a);
  const keysOfA = new Set(ofA.map(keyOf));
  const problems = new RowProblems(file.source);
  const where = (row: LongRow): string => `task ${row.task}${row.run === '' ? '' : `, seed ${row.run}`}`;
  for (const row of ofA) {
    if (!ofB.has(keyOf(row))) problems.add(row.line, `${where(row)} is in arm ${a} but not in arm ${b}`);
  }
  for (const [key, row] of ofB) {
    if (!keysOfA.has(key)) problems.add(row.line, `${where(row)} is in arm ${b} but not in arm ${a}`);
  }
  problems.throwIfAny(
    'a paired comparison needs both arms on the same tasks and seeds; --unit run compares whole runs',
  );
  return {
    tasks: ofA.map((row) => row.task),
    a: ofA.map((row) => row.score),
    b: ofA.map((row) => ofB.get(keyOf(row))?.score ?? NaN),
  };
}

/** Learning runs as the unit: each run's mean over its tasks. */
function compareRuns(file: LongFile, a: string, b: string, options: CompareOptions): StatReport {
  if (options.alternative !== 'two-sided') {
    throw new PawlError('usage', `--alternative ${options.alternative}: runs are compared two-sided only`);
  }
  const result = runDifference(runLevelScores(file, a), runLevelScores(file, b), { level: options.level });
  return {
    procedure: 'compare',
    result: { a, b, ...result },
    facts: [
      ['difference', `${signed(result.difference)} (${a} − ${b})`],
      ['interval', `${intervalText(result)}, ${result.method}, df ${numeral(result.df, 3)}`],
      ['p', `${pValueText(result.pValue)} two-sided, exact permutation ${pValueText(result.permutationP)}`],
      ['unit', `${result.runs.a} + ${result.runs.b} learning runs, each the mean of its tasks`],
    ],
    warnings: result.warnings,
  };
}
