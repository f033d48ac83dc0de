import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import type { Comparison, PairedTest } from '../jobs/compare-graders.js';
import type { ResultFormat } from '../jobs/output-rows.js';
import { fromOption } from './grade.js';
import { openGraderCommand } from './grader-command.js';
import { absolute, jsonOption, wholeNumber } from './options.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface CompareOptions {
  readonly outputs?: string;
  readonly grader?: string;
  readonly judgeBy?: string;
  readonly from?: ResultFormat;
  readonly store?: string;
  readonly jobs: number;
  readonly json?: true;
}

/** `pawl compare A B`: two graders on the same outputs, or two files of outputs by the same grader. */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .description(
      'compare two graders on the same outputs, or two files of outputs by one grader; paired and exact',
    )
    .argument('<a>', 'a grader file (with --outputs), or a file of outputs (with --grader)')
    .argument('<b>', 'the other one')
    .option('--outputs <file>', 'outputs that both graders grade; labels in it say who is right')
    .option('--grader <file>', 'the grader that grades both files')
    .option(
      '--judge-by <dir>',
      'a and b are outputs: ask the final judge, by the contract of this family (needs a model)',
    )
    .addOption(fromOption())
    .option('--store <dir>', 'keep verdicts in the cache of this store')
    .option('--jobs <n>', 'sandbox children', wholeNumber('--jobs', 1, 64), 2)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl compare old-grader.json new-grader.json --outputs labelled.jsonl
  $ pawl compare before.jsonl after.jsonl --grader grader.json
  $ pawl compare before.jsonl after.jsonl --judge-by ./mine

Pairs count where both sides have an opinion; those without are shown. Rows of two files belong together by id.`,
    )
    .action(async (a: string, b: string, options: CompareOptions) => {
      const { outputs, grader, judgeBy } = options;
      if ([outputs, grader, judgeBy].filter((one) => one !== undefined).length !== 1) {
        throw new PawlError(
          'usage',
          'give one of --outputs FILE (a and b are graders), --grader FILE and --judge-by DIR (a and b are outputs)',
        );
      }
      if (judgeBy !== undefined) {
        await judge(a, b, judgeBy, options);
        return;
      }
      const { loadGraderFile } = await import('../grader/grader-file.js');
      const { compareGraders, compareOutputs } = await import('../jobs/compare-graders.js');
      const result = await openGraderCommand('pawl compare', options, async (environment, fileOf) =>
        options.grader === undefined
          ? compareGraders({
              ...environment,
              a: loadGraderFile(a),
              b: loadGraderFile(b),
              outputs: fileOf(options.outputs ?? '', options.from),
            })
          : compareOutputs({
              ...environment,
              grader: loadGraderFile(options.grader),
              a: fileOf(a, options.from),
              b: fileOf(b, options.from),
            }),
      );
      if (options.json === true) printJson(result, { a, b });
      else print(report(result, options.grader === undefined));
    });
}

/** The final judge's word on two files of outputs. */
async function judge(a: string, b: string, folder: string, options: CompareOptions): Promise<void> {
  const { judgeFiles } = await import('../jobs/final-judge.js');
  const judgement = await openGraderCommand('pawl compare', options, async (_, fileOf) =>
    judgeFiles({ folder: absolute(folder), a: fileOf(a, options.from), b: fileOf(b, options.from) }),
  );
  if (options.json === true) {
    printJson(judgement, { a, b });
    return;
  }
  const { wins, test, pairs } = judgement;
  print(
    `final judge (${judgement.judge.name}) on ${pairs.length} pairs, each in both orders: ` +
      `a wins ${wins.a}, b wins ${wins.b}, ties ${wins.tie}`,
  );
  if (test !== null) print(`task sign-flip p = ${number(test.pValue)} (unit: task, n = ${test.n})`);
}

const verdicts = ['PASS', 'FAIL', 'ABSTAIN'] as const;

function report({ a, b, pairs, table, passing, right, labelled }: Comparison, areGraders: boolean): string {
  const parts = [
    `a: ${a}\nb: ${b}`,
    textTable(
      ['a \\ b', ...verdicts],
      verdicts.map((one) => [one, ...verdicts.map((other) => String(table[`${one}/${other}`] ?? 0))]),
    ),
    testText(areGraders ? 'Passing' : 'Outputs that pass', 'passes', passing, pairs),
  ];
  if (right !== null)
    parts.push(
      testText(`Agreement with the ${labelled.rows} labels`, 'is right', right, labelled.rows),
      `opinions on labelled outputs: a ${labelled.opinionsA}, b ${labelled.opinionsB} of ${labelled.rows}`,
    );
  return parts.join('\n\n');
}

function testText(title: string, verb: string, test: PairedTest, of: number): string {
  const { pairs, tasks, onlyA, onlyB, mcnemar, byTask } = test;
  const lines = [
    `${title}: ${pairs} of ${of} pairs have two opinions, on ${tasks} tasks`,
    `  a alone ${verb} on ${onlyA}, b alone on ${onlyB}; McNemar exact p = ${number(mcnemar.pValue)} (unit: ${mcnemar.unit})`,
  ];
  if (byTask !== null) {
    const { difference, interval, test: flip } = byTask;
    lines.push(
      `  a − b = ${difference.toFixed(4)}, ${Math.round(100 * interval.level)} % interval ${interval.low.toFixed(4)} to ${interval.high.toFixed(4)} (${interval.method})`,
      `  task sign-flip p = ${number(flip.pValue)} (${flip.exact ? 'exact' : 'Monte Carlo'}, unit: task, n = ${byTask.n})`,
    );
  }
  const warnings = [...mcnemar.warnings, ...(byTask?.warnings ?? [])].map(({ message }) => message);
  return [...lines, ...[...new Set(warnings)].map((message) => `  note: ${message}`)].join('\n');
}

function number(value: number): string {
  return value >= 0.001 ? value.toFixed(4) : value.toExponential(2);
}
