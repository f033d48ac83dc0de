import type { Command } from 'commander';
import type { GradedOutputs, GradedRow } from '../jobs/grade-outputs.js';
import { absolute, jsonOption, maxPages, wholeNumber } from './options.js';
import { note, print, printJson } from './terminal.js';

interface GradeOptions {
  readonly grader: string;
  readonly store?: string;
  readonly jobs: number;
  readonly json?: true;
}

/** `pawl grade OUTPUTS.jsonl --grader FILE`: verdicts of an exported grader, with the drawbacks by name. */
export function addGradeCommand(program: Command): void {
  program
    .command('grade')
    .description('grade outputs with an exported grader; needs nothing but the two files')
    .argument('<outputs>', 'JSONL, one {"task": {"id": …} or a whole task, "output": "…"} a line (.gz too)')
    .requiredOption('--grader <file>', "a grader file, as 'pawl evolve' writes it")
    .option('--store <dir>', 'keep verdicts in the cache of this store')
    .option('--jobs <n>', 'sandbox children', wholeNumber('--jobs', 1, 64), 2)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl runs export .pawl/exports/r1 --run r1
  $ pawl grade .pawl/exports/r1/outputs.jsonl --grader .pawl/graders/code-42-30r-1a2b3c4d.json
  $ pawl grade outputs.jsonl --grader grader.json --json > verdicts.json

PASS means that no known drawback was found, never that the output is correct.`,
    )
    .action(async (outputs: string, options: GradeOptions) => {
      const { loadGraderFile } = await import('../grader/grader-file.js');
      const { readText } = await import('../input/jsonl.js');
      const { gradeOutputs } = await import('../jobs/grade-outputs.js');
      const { openWorld } = await import('../jobs/open-world.js');
      const { memoryCache } = await import('../grader/cache.js');
      const { openStore } = await import('../store/store.js');
      const { familyNamed } = await import('../jobs/family-names.js');
      const { untilSignal } = await import('./signals.js');

      const grader = loadGraderFile(options.grader);
      familyNamed(grader.family.name);
      const text = readText(outputs);
      const store =
        options.store === undefined
          ? undefined
          : openStore({
              folder: absolute(options.store),
              mode: 'write',
              command: 'pawl grade',
              maxPages: maxPages(),
            });
      const signals = untilSignal(() => note('stopping …'));
      try {
        const graded = await gradeOutputs({
          grader,
          text,
          source: outputs,
          openWorld,
          cache: store?.cache ?? memoryCache(),
          children: options.jobs,
          signal: signals.signal,
        });
        report(graded, options);
      } finally {
        signals.release();
        store?.close();
      }
    });
}

function report({ result, otherEngines }: GradedOutputs, options: GradeOptions): void {
  for (const { part, made, here } of otherEngines) {
    note(`note: the grader was made with ${part} '${made}', here it is '${here}': verdicts may differ`);
  }
  if (options.json === true) {
    printJson(result, { grader: absolute(options.grader) });
    return;
  }
  const { grader, counts, rows } = result;
  print(`grader ${grader.hash.slice(0, 12)} (${grader.family}): ${grader.expression}\n`);
  for (const row of rows) print(rowLines(row));
  const { pass, fail, abstain } = counts;
  print(`\n${counts.rows} outputs: ${pass} PASS, ${fail} FAIL, ${abstain} ABSTAIN`);
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
