import type { Command } from 'commander';
import { agreement, type AgreementResult } from '../../stats/index.js';
import type { Label, Verdict } from '../../verdict.js';
import { jsonOption } from '../options.js';
import { textTable } from '../text-table.js';
import { groupedBy } from './common.js';
import { distinct, numeral, printReport, type StatReport } from './print-report.js';
import {
  cellText,
  formatOption,
  nameIn,
  optionalColumn,
  readTable,
  requiredColumn,
  RowProblems,
  type TableRow,
} from './table.js';

interface AgreementOptions {
  readonly verdict?: string;
  readonly label?: string;
  readonly by?: string;
  readonly format?: string;
  readonly json?: boolean;
}

interface Judged {
  readonly group: string;
  readonly verdict: Verdict;
  readonly label: Label;
}

/** `pawl stats agreement`: verdicts against labels, with denominators and abstentions. */
export function addAgreement(stats: Command): void {
  stats
    .command('agreement')
    .description(
      'agreement of verdicts with labels, with recalls, abstentions and the always-PASS / always-FAIL graders',
    )
    .argument(
      '[file]',
      'CSV or JSONL with verdict (PASS, FAIL, ABSTAIN) and label (PASS, FAIL); - for standard input',
      '-',
    )
    .option('--verdict <column>', "column of the verdict (default: 'verdict')")
    .option('--label <column>', "column of the label (default: 'label')")
    .option('--by <column>', 'one row for each value of this column, e.g. the arm')
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl stats agreement graded.jsonl
  $ pawl stats agreement graded.csv --by arm --label soft_label
  $ pawl stats agreement --json < graded.jsonl`,
    )
    .action((path: string, options: AgreementOptions) => {
      const { source, judged } = readJudged(path, options);
      printReport(agreementReport(judged, options.by), source, options.json);
    });
}

function readJudged(path: string, options: AgreementOptions): { source: string; judged: Judged[] } {
  const table = readTable(path, options.format);
  const verdict = requiredColumn(table, { option: '--verdict', given: options.verdict, usual: ['verdict'] });
  const label = requiredColumn(table, { option: '--label', given: options.label, usual: ['label'] });
  const by =
    options.by === undefined
      ? undefined
      : optionalColumn(table, { option: '--by', given: options.by, usual: [] });
  const problems = new RowProblems(table.source);
  const judged = table.rows.map((row) => ({
    group: by === undefined ? '' : nameIn(row, by, problems),
    verdict: wordIn<Verdict>(row, verdict, ['PASS', 'FAIL', 'ABSTAIN'], problems),
    label: wordIn<Label>(row, label, ['PASS', 'FAIL'], problems),
  }));
  problems.throwIfAny('ABSTAIN is a verdict, never a label');
  return { source: table.source, judged };
}

/** A cell that must be one of a few words, in any case. */
function wordIn<T extends string>(
  row: TableRow,
  column: string,
  words: readonly [T, ...T[]],
  problems: RowProblems,
): T {
  const cell = row.cells[column];
  const upper = typeof cell === 'string' ? cell.trim().toUpperCase() : '';
  const found = words.find((word) => word === upper);
  if (found === undefined)
    problems.add(row.line, `${column}: expected ${words.join(', ')}, got ${cellText(cell)}`);
  return found ?? words[0];
}

function agreementReport(judged: readonly Judged[], by: string | undefined): StatReport {
  const groups = groupedBy(judged, (one) => one.group).map(([group, own]) => ({
    group,
    ...agreement({ verdicts: own.map((one) => one.verdict), labels: own.map((one) => one.label) }),
  }));
  const [only] = groups;
  const warnings = distinct(groups.flatMap((group) => group.warnings));
  if (by !== undefined || only === undefined) {
    const header = [
      by ?? '',
      'agreement',
      'decided',
      'of',
      'recall FAIL',
      'recall CLEAN',
      'weighted',
      'abstained',
      'always PASS',
      'always FAIL',
    ];
    return {
      procedure: 'agreement',
      result: { by, groups },
      facts: [],
      table: textTable(header, groups.map(groupCells)),
      warnings,
    };
  }
  const { group: _, ...result } = only;
  return { procedure: 'agreement', result, facts: agreementFacts(result), warnings };
}

function groupCells(of: AgreementResult & { readonly group: string }): string[] {
  const shares = [of.recallFail, of.recallClean, of.weighted].map((share) => numeral(share, 4));
  const always = [of.alwaysPass, of.alwaysFail].map((share) => numeral(share, 4));
  return [
    of.group,
    numeral(of.agreement, 4),
    String(of.decided),
    String(of.n),
    ...shares,
    String(of.abstained),
    ...always,
  ];
}

function agreementFacts(of: AgreementResult): [string, string][] {
  const { fail, clean } = of.coverage;
  return [
    [
      'agreement',
      `${numeral(of.agreement)} = ${of.matches}/${of.decided} with an opinion (${numeral(of.agreementOfAll)} of all ${of.n})`,
    ],
    ['recall FAIL', `${numeral(of.recallFail)} over ${fail.decided} of ${fail.of}`],
    ['recall CLEAN', `${numeral(of.recallClean)} over ${clean.decided} of ${clean.of}`],
    ['weighted', `${numeral(of.weighted)} = (2 · recall FAIL + recall CLEAN) / 3`],
    ['abstained', `${of.abstained} of ${of.n}`],
    ['always PASS', numeral(of.alwaysPass)],
    ['always FAIL', numeral(of.alwaysFail)],
  ];
}
