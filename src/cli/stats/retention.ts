import { type Command, Option } from 'commander';
import { PawlError } from '../../errors.js';
import {
  lastRounds,
  type Lift,
  liftRetention,
  type RatioSet,
  type RetentionDefinition,
} from '../../stats/index.js';
import { jsonOption, wholeNumber } from '../options.js';
import { finiteNumber, groupedBy, levelOption, meanOf } from './common.js';
import { armNamed, type ColumnOptions, type LongFile, readLongRows, withColumnOptions } from './long-rows.js';
import { counted, numeral, printReport, type StatReport } from './print-report.js';

const definitions: readonly RetentionDefinition[] = [
  'own-baseline',
  'common-baseline',
  'peak-over-peak',
  'mean-of-ratios',
];

interface RetentionOptions extends ColumnOptions {
  readonly reference: string;
  readonly co: string;
  readonly definition: RetentionDefinition;
  readonly commonBaseline?: number;
  readonly last?: number;
  readonly level: number;
  readonly json?: boolean;
}

/** `pawl stats retention`: how much of one arm's lift another arm keeps. */
export function addRetention(stats: Command): void {
  withColumnOptions(
    stats
      .command('retention')
      .description("how much of the reference arm's lift another arm keeps; lift = end − round 0")
      .argument(
        '[file]',
        'CSV or JSONL with arm, seed or run, round, score (and task); - for standard input',
        '-',
      ),
  )
    .option('--round <column>', "column of the round (default: 'round')")
    .option('--reference <arm>', 'the arm with the reference lift', 'reference')
    .option('--co <arm>', 'the arm whose lift is compared with it', 'co')
    .addOption(
      new Option('--definition <name>', 'how the lifts become a ratio')
        .choices(definitions)
        .default('own-baseline'),
    )
    .addOption(
      new Option('--common-baseline <score>', 'the baseline of both arms, for common-baseline').argParser(
        finiteNumber('--common-baseline'),
      ),
    )
    .addOption(
      new Option('--last <rounds>', 'end = mean of the last rounds, instead of the best round').argParser(
        wholeNumber('--last', 1),
      ),
    )
    .addOption(levelOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl stats retention rounds.csv
  $ pawl stats retention rounds.csv --last 10 --definition common-baseline --common-baseline 0.27
  $ pawl stats retention rounds.jsonl --reference oracle --co evolved --json`,
    )
    .action((path: string, options: RetentionOptions) => {
      const file = readLongRows(path, options, { task: false, arm: true, round: true });
      printReport(retentionReport(file, options), file.source, options.json);
    });
}

function retentionReport(file: LongFile, options: RetentionOptions): StatReport {
  const { definition, commonBaseline, level } = options;
  if ((definition === 'common-baseline') !== (commonBaseline !== undefined)) {
    throw new PawlError('usage', '--definition common-baseline and --common-baseline go together');
  }
  const reference = liftOf(file, armNamed(file, '--reference', options.reference), options.last);
  const co = liftOf(file, armNamed(file, '--co', options.co), options.last);
  const result = liftRetention(
    { reference, co },
    { definition, level, ...(commonBaseline === undefined ? {} : { commonBaseline }) },
  );
  const end = options.last === undefined ? 'best round' : `mean of the last ${options.last} rounds`;
  return {
    procedure: 'retention',
    result: { reference: options.reference, co: options.co, end, ...result },
    facts: [
      ['retention', `${numeral(result.retention)} (${numeral(100 * result.retention, 1)} %)`],
      ['arithmetic', `${numeral(result.coLift)} / ${numeral(result.referenceLift)}`],
      ['interval', setText(result.interval, level)],
      ['definition', `${result.definition}, end = ${end}`],
      [
        'unit',
        `run; ${counted(reference.peak.length, 'reference run')}, ${counted(co.peak.length, `${options.co} run`)}`,
      ],
    ],
    warnings: result.warnings,
  };
}

/** Start and end of every run of an arm: a round's score is the mean over its tasks. */
function liftOf(
  file: LongFile,
  arm: string,
  last: number | undefined,
): Lift & { readonly peak: readonly number[] } {
  const runs = groupedBy(
    file.rows.filter((row) => row.arm === arm),
    (row) => row.run,
  );
  const series = runs.map(([, rows]) =>
    groupedBy(rows, (row) => String(row.round)).map(([, own]) => meanOf(own.map((row) => row.score))),
  );
  const ends = series.map((scores) =>
    last === undefined ? Math.max(...scores) : lastRounds(scores, last).mean,
  );
  return { baseline: series.map((scores) => scores[0] ?? NaN), peak: ends };
}

function setText(set: RatioSet | null, level: number): string {
  const at = `at ${numeral(100 * level)} %, Fieller`;
  if (set === null) return 'none: too few runs';
  if (set.kind === 'unbounded') return `every ratio ${at}: the reference lift may be zero`;
  if (set.kind === 'bounded') return `[${numeral(set.low)}, ${numeral(set.high)}] ${at}`;
  return `up to ${numeral(set.low)} or from ${numeral(set.high)} ${at}: the reference lift may be zero`;
}
