import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import type { DriftResult } from '../jobs/drift.js';
import type { ResultFormat } from '../jobs/output-rows.js';
import type { Rate } from '../jobs/two-rates.js';
import { fromOption } from './grade.js';
import { openGraderCommand } from './grader-command.js';
import { absolute, jsonOption, shareNumber, wholeNumber } from './options.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface DriftOptions {
  readonly outputs: string;
  readonly against?: string;
  readonly from?: ResultFormat;
  readonly level: number;
  readonly leastChange: number;
  readonly exitCode?: true;
  readonly store?: string;
  readonly jobs: number;
  readonly json?: true;
}

/** `pawl drift GRADER --outputs NEW`: does a grader still know the outputs that it is given? */
export function addDriftCommand(program: Command): void {
  program
    .command('drift')
    .description(
      'compare what a grader says of new outputs with what it said before; say when new anchors are needed',
    )
    .argument('<grader>', 'a grader file')
    .requiredOption('--outputs <file>', 'the new outputs, JSONL or CSV')
    .option('--against <file>', 'older outputs (default: the train outputs that the grader was selected on)')
    .addOption(fromOption())
    .option('--level <share>', 'adjusted p-values up to this count', shareNumber('--level'), 0.05)
    .option('--least-change <share>', 'smaller changes do not matter', shareNumber('--least-change'), 0.05)
    .option('--exit-code', 'exit 1 when new anchors are needed')
    .option('--store <dir>', 'keep verdicts in the cache of this store')
    .option('--jobs <n>', 'sandbox children', wholeNumber('--jobs', 1, 64), 2)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Watched: how often the grader abstains and fails, how often its detectors contradict each other or are all silent, and how
often each fires. Two rates are compared by Fisher's exact test, adjusted by Holm over all of them.

Examples:
  $ pawl drift grader.json --outputs this-week.jsonl
  $ pawl drift grader.json --outputs this-week.jsonl --against last-week.jsonl --exit-code`,
    )
    .action(async (graderPath: string, options: DriftOptions) => {
      const { loadGraderFile } = await import('../grader/grader-file.js');
      const { checkDrift } = await import('../jobs/drift.js');
      const grader = loadGraderFile(graderPath);
      const result = await openGraderCommand('pawl drift', options, async (environment, fileOf) =>
        checkDrift({
          ...environment,
          grader,
          outputs: fileOf(options.outputs, options.from),
          against: options.against === undefined ? null : fileOf(options.against, options.from),
          level: options.level,
          leastChange: options.leastChange,
        }),
      );
      if (options.json === true) printJson(result, { grader: absolute(graderPath) });
      else print(report(result));
      if (options.exitCode === true && result.needsAnchors.length > 0)
        throw new PawlError('check-failed', 'new anchors are needed');
    });
}

function report({ grader, before, now, against, figures, needsAnchors }: DriftResult): string {
  const rate = ({ count, of }: Rate): string => `${((100 * count) / of).toFixed(1)} % (${count})`;
  const lines = [
    `grader ${grader.hash.slice(0, 12)} (${grader.family}): ${grader.expression}`,
    `${now.items} new outputs against ${before.items} ${against === 'outputs' ? 'older outputs' : against}`,
    '',
    textTable(
      ['what', 'before', 'now', 'p', 'adjusted', ''],
      figures.map((figure) => [
        figure.what,
        rate(figure.before),
        rate(figure.now),
        figure.pValue.toPrecision(2),
        figure.adjusted.toPrecision(2),
        figure.drifted ? 'drifted' : '',
      ]),
    ),
    '',
  ];
  if (needsAnchors.length === 0) {
    lines.push('No drift was found.');
    if (Math.min(now.items, before.items) < 50)
      lines.push('With so few outputs only large changes would be seen.');
  } else {
    lines.push('New anchors are needed:', ...needsAnchors.map((reason) => `  - ${reason}`), '');
    lines.push(
      "Label ten of the new outputs as anchors ('pawl family label DIR' for a family of your own) and evolve again.",
    );
  }
  return lines.join('\n');
}
