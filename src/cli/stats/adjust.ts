import { type Command, Option } from 'commander';
import { adjustPValues, type AdjustMethod } from '../../stats/index.js';
import { jsonOption } from '../options.js';
import { textTable } from '../text-table.js';
import { shareBetween } from './common.js';
import { printReport, pValueText } from './print-report.js';
import {
  formatOption,
  nameIn,
  numberIn,
  optionalColumn,
  readTable,
  requiredColumn,
  RowProblems,
} from './table.js';

const methods: readonly AdjustMethod[] = ['holm', 'hochberg', 'bh', 'by'];

interface AdjustOptions {
  readonly p?: string;
  readonly name?: string;
  readonly method: AdjustMethod;
  readonly alpha: number;
  readonly format?: string;
  readonly json?: boolean;
}

/** `pawl stats adjust`: p-values of several hypotheses. */
export function addAdjust(stats: Command): void {
  stats
    .command('adjust')
    .description('adjust the p-values of several hypotheses')
    .argument('[file]', 'CSV or JSONL with p and, if you like, name; - for standard input', '-')
    .option('--p <column>', "column of the p-value (default: 'p', else 'pValue')")
    .option('--name <column>', "column of the hypothesis' name (default: 'name'; may be absent)")
    .addOption(
      new Option('--method <method>', 'Holm, Hochberg, Benjamini–Hochberg or –Yekutieli')
        .choices(methods)
        .default('holm'),
    )
    .addOption(
      new Option('--alpha <share>', 'level at which to reject')
        .default(0.05)
        .argParser(shareBetween('--alpha')),
    )
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl stats adjust tests.csv --method bh
  $ printf 'p\\n0.01\\n0.04\\n0.03\\n' | pawl stats adjust`,
    )
    .action(runAdjust);
}

function runAdjust(path: string, options: AdjustOptions): void {
  const table = readTable(path, options.format);
  const p = requiredColumn(table, { option: '--p', given: options.p, usual: ['p', 'pValue'] });
  const name = optionalColumn(table, { option: '--name', given: options.name, usual: ['name'] });
  const problems = new RowProblems(table.source);
  const rows = table.rows.map((row, index) => {
    const value = numberIn(row, p, problems);
    if (value < 0 || value > 1) problems.add(row.line, `${p}: expected a p-value from 0 to 1, got ${value}`);
    return { name: name === undefined ? String(index + 1) : nameIn(row, name, problems), p: value };
  });
  problems.throwIfAny();
  const result = adjustPValues(
    rows.map((row) => row.p),
    options.method,
  );
  const hypotheses = rows.map((row, index) => {
    const adjusted = result.adjusted[index] ?? NaN;
    return { ...row, adjusted, rejected: adjusted <= options.alpha };
  });
  const cells = hypotheses.map((one) => [
    one.name,
    pValueText(one.p),
    pValueText(one.adjusted),
    one.rejected ? 'yes' : 'no',
  ]);
  printReport(
    {
      procedure: 'adjust',
      result: { ...result, alpha: options.alpha, hypotheses },
      facts: [
        ['method', `${result.method}, controls the ${result.controls}`],
        ['rejected', `${hypotheses.filter((one) => one.rejected).length} of ${result.n} at ${options.alpha}`],
      ],
      table: textTable(['name', 'p', 'adjusted', 'rejected'], cells),
      warnings: result.warnings,
    },
    table.source,
    options.json,
  );
}
