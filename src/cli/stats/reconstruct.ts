import { type Command, Option } from 'commander';
import { PawlError } from '../../errors.js';
import { reconstructSeeds, type ReconstructedSeeds } from '../../stats/index.js';
import { jsonOption, wholeNumber } from '../options.js';
import { textTable } from '../text-table.js';
import { distinct, printReport, type StatReport } from './print-report.js';
import {
  cellText,
  formatOption,
  nameIn,
  optionalColumn,
  readTable,
  requiredColumn,
  RowProblems,
} from './table.js';

interface ReconstructOptions {
  readonly mean?: string;
  readonly sd?: string;
  readonly n?: readonly number[];
  readonly seeds: number;
  readonly sdKind: 'sample' | 'population';
  readonly format?: string;
  readonly json?: boolean;
}

interface Printed {
  readonly name: string;
  readonly mean: string;
  readonly sd: string;
  readonly n: readonly number[];
  readonly seeds: number;
}

/** `pawl stats reconstruct-seeds`: the whole counts behind a printed mean ± sd. */
export function addReconstructSeeds(stats: Command): void {
  stats
    .command('reconstruct-seeds')
    .description('the whole counts of each seed behind a printed mean ± sd, or that there are none (GRIM)')
    .argument(
      '[file]',
      'CSV or JSONL with mean, sd, n and, if you like, seeds and name; - for standard input',
    )
    .option('--mean <text>', 'the mean as printed, e.g. 0.500: its decimals count')
    .option('--sd <text>', 'the standard deviation as printed')
    .addOption(
      new Option('--n <counts>', 'items behind one seed; several candidates with commas').argParser(
        countList,
      ),
    )
    .addOption(
      new Option('--seeds <number>', 'seeds behind the mean')
        .default(3)
        .argParser(wholeNumber('--seeds', 2, 6)),
    )
    .addOption(
      new Option('--sd-kind <kind>', 'divisor of the sd').choices(['sample', 'population']).default('sample'),
    )
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl stats reconstruct-seeds --mean 0.717 --sd 0.038 --n 40
  $ pawl stats reconstruct-seeds --mean 0.500 --sd 0.026 --n 38,39,40
  $ pawl stats reconstruct-seeds printed.csv --sd-kind population`,
    )
    .action((path: string | undefined, options: ReconstructOptions) => {
      const { source, printed } = path === undefined ? fromOptions(options) : fromFile(path, options);
      printReport(reconstructReport(printed, options), source, options.json);
    });
}

function countList(text: string): readonly number[] {
  return text.split(',').map((part) => wholeNumber('--n', 1, 100_000)(part.trim()));
}

/** A decimal number as printed. */
const decimal = /^[+−-]?(\d+(\.\d+)?|\.\d+)$/;

function fromOptions(options: ReconstructOptions): { source: string; printed: Printed[] } {
  const { mean, sd, n, seeds } = options;
  if (mean === undefined || sd === undefined || n === undefined) {
    throw new PawlError(
      'usage',
      'reconstruct-seeds needs --mean, --sd and --n, or a file with these columns',
    );
  }
  for (const [option, text] of [
    ['--mean', mean],
    ['--sd', sd],
  ] as const) {
    if (!decimal.test(text))
      throw new PawlError('usage', `${option}: expected a number as printed, got '${text}'`);
  }
  return { source: 'options', printed: [{ name: '', mean, sd, n, seeds }] };
}

function fromFile(path: string, options: ReconstructOptions): { source: string; printed: Printed[] } {
  if (options.mean !== undefined || options.sd !== undefined || options.n !== undefined) {
    throw new PawlError('usage', '--mean, --sd and --n do not go with a file: its columns hold them');
  }
  const table = readTable(path, options.format);
  const column = (name: string): string =>
    requiredColumn(table, {
      option: `a column '${name}'; --mean, --sd, --n`,
      given: undefined,
      usual: [name],
    });
  const [mean, sd, n] = [column('mean'), column('sd'), column('n')];
  const seeds = optionalColumn(table, { option: '--seeds', given: undefined, usual: ['seeds'] });
  const name = optionalColumn(table, { option: '--name', given: undefined, usual: ['name'] });
  const problems = new RowProblems(table.source);
  const text = (row: (typeof table.rows)[number], key: string): string => {
    const cell = row.cells[key];
    if (typeof cell === 'string' && decimal.test(cell)) return cell;
    const advice = typeof cell === 'number' ? ' (a number loses its printed zeros: write it as text)' : '';
    problems.add(row.line, `${key}: expected a number as printed, got ${cellText(cell)}${advice}`);
    return '0';
  };
  const whole = (row: (typeof table.rows)[number], key: string, least: number, most: number): number => {
    const value = Number(row.cells[key]);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    problems.add(
      row.line,
      `${key}: expected a whole number from ${least} to ${most}, got ${cellText(row.cells[key])}`,
    );
    return least;
  };
  const printed = table.rows.map((row, index) => ({
    name: name === undefined ? String(index + 1) : nameIn(row, name, problems),
    mean: text(row, mean),
    sd: text(row, sd),
    n: [whole(row, n, 1, 100_000)],
    seeds: seeds === undefined ? options.seeds : whole(row, seeds, 2, 6),
  }));
  problems.throwIfAny();
  return { source: table.source, printed };
}

function reconstructReport(printed: readonly Printed[], { sdKind }: ReconstructOptions): StatReport {
  const results = printed.map((one) => ({
    ...one,
    ...reconstructSeeds({ mean: one.mean, sd: one.sd, n: one.n, seeds: one.seeds, sd_kind: sdKind }),
    n: one.n,
  }));
  const rows = results.flatMap((result) =>
    result.candidates.map((candidate) => [
      result.name,
      `${result.mean} ± ${result.sd}`,
      String(candidate.n),
      candidate.triples.length === 0 ? 'impossible' : String(candidate.triples.length),
      countsText(candidate),
    ]),
  );
  const columns = ['printed', 'n', 'fits', 'counts'];
  const named = results.some((result) => result.name !== '');
  return {
    procedure: 'reconstruct-seeds',
    result: { results },
    facts: [],
    table: named
      ? textTable(['name', ...columns], rows)
      : textTable(
          columns,
          rows.map((row) => row.slice(1)),
        ),
    warnings: distinct(results.flatMap((result) => result.warnings)),
  };
}

/** The first sets of counts. */
function countsText({ triples }: ReconstructedSeeds['candidates'][number]): string {
  const sets = triples.slice(0, 4).map((triple) => triple.join(','));
  return triples.length > 4 ? `${sets.join(' or ')} …` : sets.join(' or ');
}
