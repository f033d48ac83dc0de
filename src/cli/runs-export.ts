import { Option, type Command } from 'commander';
import { PawlError } from '../errors.js';
import type { ExportFormat } from '../store/write-export.js';
import { absolute, jsonOption, storeOption } from './options.js';
import { shellWord } from './paths.js';
import { note, print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

interface ExportOptions {
  readonly run?: string;
  readonly format: ExportFormat;
  readonly tidy?: true;
  readonly store: string;
  readonly json?: true;
}

/** `pawl runs export <dir>` */
export function addRunsExportCommand(runs: Command): void {
  runs
    .command('export')
    .description('write everything that a run decided: equal config gives equal bytes')
    .argument('<dir>', 'folder to write into; files of the same names are replaced')
    .option('--run <run>', 'e.g. r1; the newest when left out')
    .option(
      '--tidy',
      "write the tidy results of arms instead: what 'pawl tables', 'claims' and 'figures' read",
    )
    .addOption(new Option('--format <format>', 'file format').choices(['jsonl', 'csv']).default('jsonl'))
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl runs export .pawl/exports/r1 --run r1
  $ pawl runs export tables --format csv
  $ pawl runs export my-run --tidy && pawl tables --data my-run`,
    )
    .action(async (folder: string, options: ExportOptions) => {
      const { openStore } = await import('../store/store.js');
      const { writeExport } = await import('../store/write-export.js');
      const { isEvolveRun, summarise } = await import('../jobs/run-summary.js');
      const store = openStore({ folder: absolute(options.store), mode: 'read' });
      try {
        const run = options.run === undefined ? store.runs.latest() : store.runs.get(options.run);
        if (run === undefined) {
          throw new PawlError('not-found', `${options.store}: no runs yet`, {
            hint: 'start one: pawl reproduce --quick',
          });
        }
        const { done, wanted } = summarise(store, run);
        if (done < wanted) note(`note: ${run.id} is not finished: ${done} of ${wanted} rounds are exported`);
        if (options.tidy === true) {
          if (isEvolveRun(run))
            throw new PawlError('usage', `${run.id} evolved graders alone: it has no tidy results`, {
              hint: "runs of 'pawl reproduce', 'run', 'anchors' and 'episode' have them",
            });
          const { armsResultOf } = await import('../jobs/arms/arms-result.js');
          const { writeRunData } = await import('../analysis/run-data/csv.js');
          writeRunData(armsResultOf(store, run.id).data, absolute(folder));
          if (options.json === true) printJson(null, { run: run.id, folder: absolute(folder) });
          else
            print(`${run.id}: tidy results in ${folder}\nnext: npx pawl tables --data ${shellWord(folder)}`);
          return;
        }
        const files = writeExport(store, { run: run.id, folder: absolute(folder), format: options.format });
        if (options.json === true) {
          printJson(
            files.map(({ table, rows }) => ({ table, rows })),
            { run: run.id, files: files.map(({ path }) => path) },
          );
          return;
        }
        print(`${run.id} exported to ${folder}`);
        print(
          textTable(
            ['file', 'rows'],
            files.map(({ path, rows }) => [path.slice(absolute(folder).length + 1), String(rows)]),
          ),
        );
      } finally {
        store.close();
      }
    });
}
