import { Option, type Command } from 'commander';
import { PawlError } from '../errors.js';
import type { GradedRow, GradeSummary } from '../jobs/grade-outputs.js';
import { resultFormats, type ResultFormat } from '../jobs/output-rows.js';
import { openGraderCommand } from './grader-command.js';
import { junitReport } from './grade-junit.js';
import { markdownReport } from './grade-markdown.js';
import { absolute, jsonOption, shareNumber, wholeNumber } from './options.js';
import { note, print, printAndWait } from './terminal.js';

interface GradeOptions {
  readonly grader: string;
  readonly from?: ResultFormat;
  readonly store?: string;
  readonly jobs: number;
  readonly junit?: string;
  readonly markdown?: string;
  readonly failUnder?: number;
  readonly maxFailRate?: number;
  readonly maxAbstainRate?: number;
  readonly quiet?: true;
  readonly json?: true;
}

/** `pawl grade OUTPUTS --grader FILE`: verdicts of an exported grader, with the drawbacks by name. */
export function addGradeCommand(program: Command): void {
  program
    .command('grade')
    .description('grade outputs with an exported grader; needs nothing but the two files')
    .argument('<outputs>', 'JSONL or CSV, one output a row (.gz too); - for JSONL on standard input')
    .requiredOption('--grader <file>', "a grader file, as 'pawl evolve' writes it")
    .addOption(fromOption())
    .option('--junit <file>', 'write a JUnit report: FAIL is a failure, ABSTAIN is skipped')
    .option('--markdown <file>', 'write a summary in Markdown')
    .option('--fail-under <share>', 'exit 1 when fewer outputs pass, e.g. 0.9', shareNumber('--fail-under'))
    .option('--max-fail-rate <share>', 'exit 1 when more outputs fail', shareNumber('--max-fail-rate'))
    .option(
      '--max-abstain-rate <share>',
      'exit 1 when the grader has no opinion on more outputs',
      shareNumber('--max-abstain-rate'),
    )
    .option('--quiet', 'print the summary alone')
    .option('--store <dir>', 'keep verdicts in the cache of this store')
    .option('--jobs <n>', 'sandbox children', wholeNumber('--jobs', 1, 64), 2)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Rows: {"task": {"id": …} or a whole task, "output": "…"}; for a grader of your own family also flat ones,
{"prompt": "…", "output": "…"} with whatever else its detectors read.

Examples:
  $ pawl grade outputs.jsonl --grader grader.json --json > verdicts.json
  $ pawl grade outputs.csv --grader grader.json --quiet --junit grade.xml --max-fail-rate 0.1
  $ pawl grade results.json --from promptfoo --grader grader.json
  $ pawl runs export .pawl/exports/r1 --run r1
  $ pawl grade .pawl/exports/r1/outputs.jsonl --grader .pawl/graders/code-42-30r-1a2b3c4d.json

PASS means that no known drawback was found, never that the output is correct. Shares are of all outputs, those without an
opinion included.`,
    )
    .action(async (outputs: string, options: GradeOptions) => gradeCommand(outputs, options));
}

/** `--from`, for every command that reads outputs. */
export function fromOption(): Option {
  return new Option('--from <tool>', 'the outputs are a result file of this tool').choices([
    ...resultFormats,
  ]);
}

async function gradeCommand(outputs: string, options: GradeOptions): Promise<void> {
  const { gradeOutputs } = await import('../jobs/grade-outputs.js');
  const { loadGraderFile } = await import('../grader/grader-file.js');
  const grader = loadGraderFile(options.grader);
  const summary = await openGraderCommand('pawl grade', options, async (environment, fileOf) => {
    const file = fileOf(outputs, options.from);
    const junit = options.junit === undefined ? undefined : junitReport(options.junit, grader.family.name);
    const markdown = options.markdown === undefined ? undefined : markdownReport(options.markdown);
    const view = options.json === true ? jsonView() : textView(grader, options.quiet === true);
    try {
      const graded = await gradeOutputs({
        ...environment,
        grader,
        file,
        onRows: async (rows) => {
          junit?.add(rows);
          markdown?.add(rows);
          await view.add(rows);
        },
      });
      for (const { part, made, here } of graded.otherEngines) {
        note(`note: the grader was made with ${part} '${made}', here it is '${here}': verdicts may differ`);
      }
      junit?.end(graded.summary);
      markdown?.end(graded.summary);
      view.end(graded.summary, absolute(options.grader));
      return graded.summary;
    } finally {
      junit?.close();
    }
  });
  for (const [what, path] of [
    ['JUnit report', options.junit],
    ['summary', options.markdown],
  ] as const)
    if (path !== undefined) note(`${what}: ${path}`);
  refuse(summary, options);
}

/** Shares beyond what was asked for end with exit code 1. */
function refuse({ counts }: GradeSummary, options: GradeOptions): void {
  const share = (count: number): number => count / counts.rows;
  const said = (count: number): string => `${count} of ${counts.rows} (${share(count).toFixed(4)})`;
  const problems: string[] = [];
  const { failUnder, maxFailRate, maxAbstainRate } = options;
  if (failUnder !== undefined && share(counts.pass) < failUnder)
    problems.push(`${said(counts.pass)} pass; --fail-under ${failUnder} asks for more`);
  if (maxFailRate !== undefined && share(counts.fail) > maxFailRate)
    problems.push(`${said(counts.fail)} fail; --max-fail-rate ${maxFailRate} allows fewer`);
  if (maxAbstainRate !== undefined && share(counts.abstain) > maxAbstainRate)
    problems.push(`no opinion on ${said(counts.abstain)}; --max-abstain-rate ${maxAbstainRate} allows fewer`);
  if (problems.length > 0) throw new PawlError('check-failed', problems.join('\n'));
}

interface GradeView {
  add(rows: readonly GradedRow[]): Promise<void>;
  end(summary: GradeSummary, grader: string): void;
}

function textView(
  grader: { readonly hash: string; readonly expression: string; readonly family: { readonly name: string } },
  quiet: boolean,
): GradeView {
  let begun = false;
  return {
    add: async (rows) => {
      if (!begun) print(`grader ${grader.hash.slice(0, 12)} (${grader.family.name}): ${grader.expression}\n`);
      begun = true;
      if (!quiet) await printAndWait(rows.map(rowLines).join('\n'));
    },
    end: ({ counts, drawbacks }) => {
      const { pass, fail, abstain, rows } = counts;
      print(`${quiet ? '' : '\n'}${rows} outputs: ${pass} PASS, ${fail} FAIL, ${abstain} ABSTAIN`);
      for (const { op, failureClass, rows: count } of drawbacks)
        print(`    ${count} by ${op} (${failureClass})`);
    },
  };
}

/** One JSON object `{ result, meta }`, written row by row. */
function jsonView(): GradeView {
  let first = true;
  return {
    add: async (rows) => {
      const text = rows.map((row) => `\n${JSON.stringify(row)}`).join(',');
      await printAndWait(`${first ? '{"result":{"rows":[' : ','}${text}`, '');
      first = false;
    },
    end: (summary, grader) => {
      const rest = JSON.stringify({ ...summary }, null, 2)
        .slice(1, -1)
        .trimEnd();
      print(`\n],${rest}},\n"meta":${JSON.stringify({ grader })}}`);
    },
  };
}

/** A verdict, what was found by name, and what every detector said. */
function rowLines(row: GradedRow): string {
  const ops = row.ops.map(({ op, verdict, reason, detail }) => {
    // A precondition that is not met is how a detector abstains; anything else went wrong.
    const because =
      reason === undefined || reason === 'precondition'
        ? ''
        : ` (${reason}${detail === undefined ? '' : `: ${detail}`})`;
    return `${op} ${verdict}${because}`;
  });
  const lines = [`line ${row.line}: ${row.verdict}  ${row.itemId}`, `    ${ops.join(', ')}`];
  for (const { op, failureClass, description } of row.drawbacks) {
    lines.push(`    drawback: ${op} (${failureClass}): ${description}`);
  }
  return lines.join('\n');
}
