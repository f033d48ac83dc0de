import type { Command } from 'commander';
import { basename } from 'node:path';
import { PawlError } from '../errors.js';
import type { CellProgress, NotebookResult } from '../notebook/run/run-notebook.js';
import { absolute, jsonOption } from './options.js';
import { untilSignal } from './signals.js';
import { note, print, printJson } from './terminal.js';

interface RunOptions {
  readonly out?: string;
  readonly parameters?: readonly string[];
  readonly timeout?: number;
  readonly continue?: true;
  readonly json?: true;
}

/** `pawl notebook`: notebooks without a browser and without Python. */
export function addNotebookCommand(program: Command): void {
  const notebook = program
    .command('notebook')
    .description('execute, check or clear TypeScript notebooks, without a browser and without Python')
    .addHelpText('after', '\nExample:\n  $ pawl notebook run notebooks/*.ipynb --timeout 600');

  notebook
    .command('run')
    .description('execute notebooks and write their outputs back (exit 1 if a cell fails)')
    .argument('<files...>', 'notebooks; each runs in its own folder with its own kernel')
    .option('--out <file>', 'write the executed notebook here and leave the given one as it is')
    .option('--parameters <name=value...>', "values for the cell tagged 'parameters'; JSON, or text")
    .option('--timeout <seconds>', 'the longest that one cell may take', seconds)
    .option('--continue', 'go on after a cell that failed; the exit code is still 1')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Example:
  $ pawl notebook run notebooks/03-verifier-evolution.ipynb --out /tmp/out.ipynb --parameters rounds=5`,
    )
    .action(run);

  notebook
    .command('check')
    .description('say whether stored outputs can be trusted: all there, in order, of this code and version')
    .argument('<files...>', 'notebooks')
    .addHelpText('after', '\nExample:\n  $ pawl notebook check notebooks/*.ipynb')
    .action(async (files: readonly string[]) => {
      const { checkNotebook } = await import('../notebook/run/check-notebook.js');
      const { readNotebook } = await import('../notebook/run/notebook-file.js');
      let wrong = 0;
      for (const file of files) {
        const problems = checkNotebook(readNotebook(absolute(file)));
        wrong += problems.length;
        print(problems.length === 0 ? `${file}: fine` : problems.map((one) => `${file}: ${one}`).join('\n'));
      }
      if (wrong > 0) {
        throw new PawlError('check-failed', `${wrong} problem${wrong === 1 ? '' : 's'} with stored outputs`, {
          hint: `run again: pawl notebook run ${files.join(' ')}`,
        });
      }
    });

  notebook
    .command('clear')
    .description('remove outputs and counts')
    .argument('<files...>', 'notebooks')
    .addHelpText('after', '\nExample:\n  $ pawl notebook clear notebooks/*.ipynb')
    .action(async (files: readonly string[]) => {
      const { clearNotebook } = await import('../notebook/run/check-notebook.js');
      const { readNotebook, writeNotebook } = await import('../notebook/run/notebook-file.js');
      for (const file of files) {
        writeNotebook(absolute(file), clearNotebook(readNotebook(absolute(file))));
        print(`${file}: cleared`);
      }
    });
}

async function run(files: readonly string[], options: RunOptions): Promise<void> {
  if (options.out !== undefined && files.length > 1) {
    throw new PawlError('usage', `--out: takes one notebook, got ${files.length}`);
  }
  const { readParameters } = await import('../notebook/run/parameters.js');
  const { runNotebook } = await import('../notebook/run/run-notebook.js');
  const parameters = readParameters(options.parameters ?? []);
  const watch = untilSignal(() => note('stopping: what was executed is written'));
  const results: (NotebookResult & { readonly file: string; readonly out: string })[] = [];
  const began = performance.now();
  try {
    for (const file of files) {
      const out = absolute(options.out ?? file);
      const result = await runNotebook({
        file: absolute(file),
        out,
        parameters,
        timeoutMs: options.timeout === undefined ? undefined : options.timeout * 1000,
        goOn: options.continue === true,
        onCell: (progress) => note(cellLine(file, progress)),
        signal: watch.signal,
      });
      results.push({ file, out, ...result });
    }
  } finally {
    watch.release();
  }
  const failed = results.filter(({ failures }) => failures.length > 0);
  if (options.json === true) {
    const shown = results.map(({ file, ran, total, failures }) => ({ file, ran, total, failures }));
    printJson({ notebooks: shown }, { durationMs: Math.round(performance.now() - began) });
  } else {
    for (const { file, out, ran, total, failures } of results) {
      print(
        `${file}: ${ran} of ${total} cells ran, ${failures.length} failed${out === absolute(file) ? '' : ` → ${out}`}`,
      );
      for (const { position, ename, evalue } of failures) print(`  cell ${position}: ${ename}: ${evalue}`);
    }
  }
  if (failed.length > 0) {
    throw new PawlError('check-failed', `${failed.length} of ${results.length} notebooks failed`, {
      hint: 'the tracebacks are in the notebooks',
    });
  }
}

function cellLine(file: string, { position, total, state, durationMs, title }: CellProgress): string {
  const mark = { ok: 'ok', failed: 'FAILED', 'expected-error': 'threw, as its tag says' }[state];
  return `${basename(file)} [${position}/${total}] ${(durationMs / 1000).toFixed(2)} s ${mark}  ${title}`;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || text.trim() === '') {
    throw new PawlError('usage', `--timeout: expected seconds above 0, got '${text}'`);
  }
  return value;
}
