import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import { version } from '../version.js';
import { jsonOption } from './options.js';
import { readTextOrStdin } from './read-input.js';
import { print, printJson } from './terminal.js';

interface PaperOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** `pawl paper`: recomputes the printed numbers of a paper from each other. */
export function addPaperCommand(program: Command): void {
  program
    .command('paper')
    .description(
      'recompute the printed numbers of a paper: recomputed, consistent with rounding, impossible, not derivable',
    )
    .argument(
      '[file]',
      "a published.json of your own, or - for standard input; without it the Double Ratchet paper's",
    )
    .option('--strict', 'exit with 1 when a printed number is impossible')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl paper                          the Double Ratchet paper, one line a number
  $ pawl paper --strict                 the same, for a script: exit 1 if a number is impossible
  $ pawl paper my-published.json        another paper (the format: docs/paper.md)
  $ pawl paper --json | jq '.result.lines[] | select(.status == "impossible")'`,
    )
    .action(runPaper);
}

async function runPaper(file: string | undefined, options: PaperOptions): Promise<void> {
  const { formatPaperReport, parsePublished, publishedPath, recomputePaper } =
    await import('../analysis/paper/index.js');
  const path = file ?? publishedPath();
  const { text, source } = readTextOrStdin(path);
  const report = recomputePaper(parsePublished(text, source));
  if (options.json === true) printJson(report, { command: 'paper', file: source, version });
  else print(formatPaperReport(report));

  const impossible = report.lines.filter((line) => line.status === 'impossible');
  if (options.strict !== true || impossible.length === 0) return;
  const names = impossible.map((line) =>
    line.published === null ? line.label : `${line.label} ${line.published}`,
  );
  throw new PawlError('check-failed', `${impossible.length} impossible: ${names.join('; ')}`, {
    hint: 'the lines marked impossible show the arithmetic',
  });
}
