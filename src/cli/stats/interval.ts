import { type Command, Option } from 'commander';
import { PawlError } from '../../errors.js';
import {
  bootstrapInterval,
  clopperPearsonInterval,
  clusteredBootstrapInterval,
  clusteredMeanInterval,
  type IntervalResult,
  wilsonInterval,
} from '../../stats/index.js';
import { jsonOption } from '../options.js';
import { levelOption, replicatesOption, runLevelScores, seedOption, withReplicateWarning } from './common.js';
import {
  armNamed,
  type ColumnOptions,
  type LongFile,
  type LongRow,
  readLongRows,
  withColumnOptions,
} from './long-rows.js';
import { counted, intervalText, numeral, printReport, type StatReport } from './print-report.js';

const methods = [
  'auto',
  'wilson',
  'clustered-t',
  'bca',
  'percentile',
  'expanded-percentile',
  'clopper-pearson',
] as const;
type Method = (typeof methods)[number];

interface IntervalOptions extends ColumnOptions {
  readonly of?: string;
  readonly method: Method;
  readonly unit: 'task' | 'run';
  readonly replicates?: 'draws' | 'learning-runs';
  readonly level: number;
  readonly seed: number;
  readonly json?: boolean;
}

/** `pawl stats interval`: the mean of one arm with an interval whose unit is the task. */
export function addInterval(stats: Command): void {
  withColumnOptions(
    stats
      .command('interval')
      .description('mean of one arm with an interval; seeds of a task are kept together')
      .argument(
        '[file]',
        'CSV or JSONL with task, score and, if any, arm and seed or run; - for standard input',
        '-',
      ),
  )
    .option('--of <arm>', 'the arm (may be left out when the file has one)')
    .addOption(
      new Option(
        '--method <method>',
        'auto: Wilson with effective n for scores of 0 and 1, else BCa over tasks; clopper-pearson needs one 0/1 score a task',
      )
        .choices(methods)
        .default('auto'),
    )
    .addOption(
      new Option(
        '--unit <unit>',
        'what is independent: task, or run (whole learning runs; a t interval of their means)',
      )
        .choices(['task', 'run'])
        .default('task'),
    )
    .addOption(replicatesOption())
    .addOption(levelOption())
    .addOption(seedOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl stats interval scores.csv --of co
  $ pawl stats interval scores.csv --of co --method clustered-t --level 0.9
  $ pawl stats interval scores.csv --of co --unit run   learning runs are the unit
  $ pawl stats interval --task id --score passed < outputs.jsonl`,
    )
    .action((path: string, options: IntervalOptions) => {
      const file = readLongRows(path, options, { task: true, arm: false });
      printReport(intervalReport(file, options), file.source, options.json);
    });
}

function intervalReport(file: LongFile, options: IntervalOptions): StatReport {
  const arm = chosenArm(file, options.of);
  const rows = file.rows.filter((row) => row.arm === arm);
  const computed = options.unit === 'run' ? runInterval(file, arm, options) : taskInterval(rows, options);
  const seeds = options.unit === 'run' ? 1 : new Set(rows.map((row) => row.run)).size;
  const result = {
    ...computed,
    warnings: withReplicateWarning(computed.warnings, seeds, options.replicates),
  };
  const tasks = new Set(rows.map((row) => row.task)).size;
  return {
    procedure: 'interval',
    result: arm === '' ? result : { arm, ...result },
    facts: [
      ['mean', numeral(result.estimate)],
      ['interval', `${intervalText(result)}, ${result.method}`],
      ['unit', `${result.unit}; ${counted(rows.length, 'score')} of ${counted(tasks, 'task')}`],
    ],
    warnings: result.warnings,
  };
}

function chosenArm(file: LongFile, of: string | undefined): string {
  if (of !== undefined) return armNamed(file, '--of', of);
  const [only = '', ...others] = file.arms;
  if (others.length === 0) return only;
  throw new PawlError('usage', `${file.source} has ${file.arms.length} arms: say which`, {
    hint: `--of takes one of ${file.arms.join(', ')}`,
  });
}

/** The runs' means as the sample. */
function runInterval(file: LongFile, arm: string, { method, level }: IntervalOptions): IntervalResult {
  if (method !== 'auto' && method !== 'clustered-t') {
    throw new PawlError('usage', `--unit run goes with --method clustered-t, not with ${method}`);
  }
  const values = runLevelScores(file, arm);
  return clusteredMeanInterval(
    { values, clusters: values.map((_, run) => String(run)) },
    { level, unit: 'run' },
  );
}

function taskInterval(rows: readonly LongRow[], { method, level, seed }: IntervalOptions): IntervalResult {
  const values = rows.map((row) => row.score);
  const clusters = rows.map((row) => row.task);
  const repeated = new Set(clusters).size < clusters.length;
  const binary = values.every((value) => value === 0 || value === 1);
  const passes = values.filter((value) => value === 1).length;
  const chosen = method === 'auto' ? (binary ? 'wilson' : 'bca') : method;
  switch (chosen) {
    case 'wilson':
      requireBinary(binary, chosen);
      return repeated
        ? wilsonInterval({ values, clusters }, { level })
        : wilsonInterval({ passes, trials: values.length }, { level, unit: 'task' });
    case 'clopper-pearson':
      requireBinary(binary, chosen);
      if (repeated) {
        throw new PawlError(
          'bad-input',
          '--method clopper-pearson: several scores of a task are not independent trials',
          {
            hint: '--method wilson takes the seeds of a task together',
          },
        );
      }
      return clopperPearsonInterval({ passes, trials: values.length }, { level, unit: 'task' });
    case 'clustered-t':
      return clusteredMeanInterval({ values, clusters }, { level });
    case 'bca':
    case 'percentile':
    case 'expanded-percentile':
      return repeated
        ? clusteredBootstrapInterval({ values, clusters }, { method: chosen, level, seed, unit: 'task' })
        : bootstrapInterval(values, { method: chosen, level, seed, unit: 'task' });
  }
}

function requireBinary(binary: boolean, method: string): void {
  if (binary) return;
  throw new PawlError('bad-input', `--method ${method}: expected scores of 0 and 1`, {
    hint: '--method bca and --method clustered-t take any scores',
  });
}
