import { type Command, Option } from 'commander';
import { PawlError } from '../../errors.js';
import {
  type Alternative,
  type Computation,
  intraclassCorrelation,
  minimumDetectableEffect,
  power,
  type PowerDesign,
  type StatWarning,
} from '../../stats/index.js';
import { jsonOption, positiveNumber, wholeNumber } from '../options.js';
import { alternativeOption, finiteNumber, meanOf, seedOption, shareBetween } from './common.js';
import { armNamed, type ColumnOptions, readLongRows, withColumnOptions } from './long-rows.js';
import { computationText, numeral, printReport, type StatReport } from './print-report.js';

interface PowerCommandOptions extends ColumnOptions {
  readonly test: PowerDesign['test'];
  readonly tasks?: number;
  readonly seedsPerTask?: number;
  readonly baseline?: number;
  readonly icc?: number;
  readonly pairs?: number;
  readonly discordant?: number;
  readonly runs?: number;
  readonly sd?: number;
  readonly effect?: number;
  readonly power: number;
  readonly alpha: number;
  readonly alternative: Alternative;
  readonly midP?: boolean;
  readonly simulations?: number;
  readonly seed: number;
  readonly of?: string;
  readonly json?: boolean;
}

/** `pawl stats power`: power of an effect, or the smallest effect with a given power. */
export function addPower(stats: Command): void {
  const whole = (flag: string, text: string, least: number): Option =>
    new Option(`${flag} <number>`, text).argParser(wholeNumber(flag, least));
  withColumnOptions(
    stats
      .command('power')
      .description('power of a test against --effect, or without it the smallest effect that reaches --power')
      .argument(
        '[file]',
        'pilot scores (long format) to take tasks, seeds, baseline and icc from; - for standard input',
      ),
  )
    .addOption(
      new Option('--test <test>', 'the test').choices(['sign-flip', 'mcnemar', 'runs']).default('sign-flip'),
    )
    .addOption(whole('--tasks', 'tasks (sign-flip)', 1))
    .addOption(whole('--seeds-per-task', 'seeds of each task (sign-flip)', 1))
    .addOption(
      new Option('--baseline <rate>', 'mean pass rate of arm b (sign-flip)').argParser(
        shareBetween('--baseline'),
      ),
    )
    .addOption(
      new Option('--icc <share>', 'correlation of the seeds of a task (sign-flip)').argParser(
        positiveNumber('--icc'),
      ),
    )
    .addOption(whole('--pairs', 'pairs (mcnemar)', 1))
    .addOption(
      new Option('--discordant <share>', 'share of pairs that differ (mcnemar)').argParser(
        shareBetween('--discordant'),
      ),
    )
    .addOption(whole('--runs', 'learning runs an arm (runs)', 2))
    .addOption(new Option('--sd <sd>', 'sd between runs (runs)').argParser(positiveNumber('--sd')))
    .addOption(
      new Option('--effect <difference>', 'true difference a − b').argParser(finiteNumber('--effect')),
    )
    .addOption(
      new Option('--power <share>', 'power to reach without --effect')
        .default(0.8)
        .argParser(shareBetween('--power')),
    )
    .addOption(
      new Option('--alpha <share>', 'size of the test').default(0.05).argParser(shareBetween('--alpha')),
    )
    .addOption(alternativeOption())
    .option('--mid-p', 'reject by mid-p')
    .addOption(whole('--simulations', 'simulated data sets', 100))
    .addOption(seedOption())
    .option('--of <arm>', 'arm of the pilot file that gives the baseline')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl stats power --tasks 40 --seeds-per-task 3 --baseline 0.27 --effect 0.1
  $ pawl stats power --test mcnemar --pairs 120 --discordant 0.4
  $ pawl stats power --test runs --runs 3 --sd 0.03
  $ pawl stats power pilot.csv --of reference --effect 0.1`,
    )
    .action((path: string | undefined, options: PowerCommandOptions) => {
      const { source, design, pilot } =
        path === undefined ? { source: 'options', ...fromOptions(options) } : fromPilot(path, options);
      printReport(powerReport(design, pilot, options), source, options.json);
    });
}

interface Planned {
  readonly design: PowerDesign;
  readonly pilot: readonly StatWarning[];
}

/** The design that the options describe; every one that is missing is named at once. */
function fromOptions(options: PowerCommandOptions): Planned {
  const missing = needed(options).filter(([, value]) => value === undefined);
  if (missing.length > 0) {
    throw new PawlError('usage', `--test ${options.test} needs ${missing.map(([flag]) => flag).join(', ')}`, {
      hint: options.test === 'sign-flip' ? 'a pilot file gives them too' : undefined,
    });
  }
  const {
    tasks = 0,
    seedsPerTask = 0,
    baseline = 0,
    pairs = 0,
    discordant = 0,
    runs = 0,
    sd = 0,
    icc,
  } = options;
  switch (options.test) {
    case 'sign-flip':
      return {
        pilot: [],
        design: {
          test: 'sign-flip',
          tasks,
          seeds: seedsPerTask,
          baseline,
          ...(icc === undefined ? {} : { icc }),
        },
      };
    case 'mcnemar':
      return { pilot: [], design: { test: 'mcnemar', pairs, discordant } };
    case 'runs':
      return { pilot: [], design: { test: 'runs', runs, sd } };
  }
}

function needed(options: PowerCommandOptions): [string, number | undefined][] {
  switch (options.test) {
    case 'sign-flip':
      return [
        ['--tasks', options.tasks],
        ['--seeds-per-task', options.seedsPerTask],
        ['--baseline', options.baseline],
      ];
    case 'mcnemar':
      return [
        ['--pairs', options.pairs],
        ['--discordant', options.discordant],
      ];
    case 'runs':
      return [
        ['--runs', options.runs],
        ['--sd', options.sd],
      ];
  }
}

/** Tasks, seeds, baseline and icc of a pilot; options overrule it. */
function fromPilot(path: string, options: PowerCommandOptions): Planned & { readonly source: string } {
  if (options.test !== 'sign-flip')
    throw new PawlError('usage', `--test ${options.test} takes no file: only sign-flip does`);
  const file = readLongRows(path, options, { task: true, arm: false });
  const arm = options.of === undefined ? file.arms[0] : armNamed(file, '--of', options.of);
  if (options.of === undefined && file.arms.length > 1) {
    throw new PawlError(
      'usage',
      `${file.source} has ${file.arms.length} arms: --of says which gives the baseline`,
    );
  }
  const rows = file.rows.filter((row) => row.arm === arm);
  const values = rows.map((row) => row.score);
  const clusters = rows.map((row) => row.task);
  const tasks = new Set(clusters).size;
  const repeated = tasks < rows.length;
  const correlation =
    repeated && options.icc === undefined ? intraclassCorrelation({ values, clusters }) : undefined;
  const icc =
    options.icc ??
    (correlation === undefined ? undefined : Math.min(0.99, Math.max(0, correlation.estimate)));
  const planned = fromOptions({
    ...options,
    tasks: options.tasks ?? tasks,
    seedsPerTask: options.seedsPerTask ?? Math.max(1, Math.round(rows.length / tasks)),
    baseline: options.baseline ?? meanOf(values),
    ...(icc === undefined ? {} : { icc }),
  });
  return { ...planned, pilot: correlation?.warnings ?? [], source: file.source };
}

function powerReport(
  design: PowerDesign,
  pilot: readonly StatWarning[],
  options: PowerCommandOptions,
): StatReport {
  const { alpha, alternative, seed, effect } = options;
  const settings = {
    alpha,
    alternative,
    seed,
    midP: options.midP === true,
    ...(options.simulations === undefined ? {} : { simulations: options.simulations }),
  };
  const designText = Object.entries(design)
    .map(([key, value]) => `${key} ${typeof value === 'number' ? numeral(value, 4) : String(value)}`)
    .join(', ');
  const computed = (of: Computation): string =>
    of.exact ? 'exact' : computationText(of).replace('resamples', 'simulated data sets');
  if (effect !== undefined) {
    const result = power({ ...design, effect }, settings);
    return {
      procedure: 'power',
      result: { design, ...result },
      facts: [
        [
          'power',
          `${numeral(result.power, 4)}${result.exact ? '' : ` ± ${numeral(result.standardError, 4)}`}`,
        ],
        ['effect', numeral(effect)],
        ['design', designText],
        ['test', `alpha ${alpha}, ${alternative}, ${computed(result)}`],
      ],
      warnings: [...pilot, ...result.warnings],
    };
  }
  const result = minimumDetectableEffect({ ...design, ...settings, power: options.power });
  const reached = result.effect === null ? 'none' : numeral(result.effect, 4);
  return {
    procedure: 'power',
    result: { design, powerAskedFor: options.power, ...result },
    facts: [
      ['smallest effect', `${reached} with power ${numeral(result.power, 4)} (asked for ${options.power})`],
      ['design', designText],
      ['test', `alpha ${alpha}, ${alternative}, ${computed(result)}`],
    ],
    warnings: [...pilot, ...result.warnings],
  };
}
