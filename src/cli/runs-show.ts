import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import { absolute, jsonOption, storeOption } from './options.js';
import { shellWord, storeWords } from './paths.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

/** `pawl runs show [run]` */
export function addRunsShowCommand(runs: Command): void {
  runs
    .command('show')
    .description('show a run: what was asked, how far it came, and its result once it is finished')
    .argument('[run]', 'e.g. r1; the newest when left out')
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ pawl runs show r1')
    .action(async (id: string | undefined, options: { readonly store: string; readonly json?: true }) => {
      const { openStore } = await import('../store/store.js');
      const { isEvolveRun, summarise } = await import('../jobs/run-summary.js');
      const { armsResultOf } = await import('../jobs/arms/arms-result.js');
      const { armsReport } = await import('./arms-report.js');
      const { resultOf } = await import('../jobs/evolve-result.js');
      const { evolveReport, packLine } = await import('./evolve-report.js');
      const store = openStore({ folder: absolute(options.store), mode: 'read' });
      try {
        const run = id === undefined ? store.runs.latest() : store.runs.get(id);
        if (run === undefined) {
          throw new PawlError('not-found', `${options.store}: no runs yet`, {
            hint: 'start one: pawl reproduce --quick',
          });
        }
        const summary = summarise(store, run);
        const isComplete = summary.done === summary.wanted;
        const { what, status, reason, startedAt, endedAt, tasks, families, seeds, cells } = summary;
        const result = !isComplete
          ? null
          : isEvolveRun(run)
            ? { evolved: resultOf(store, run.id).result }
            : { arms: armsResultOf(store, run.id).result };
        if (options.json === true) {
          printJson(
            { families, seeds, status, cells, result: result?.evolved ?? result?.arms ?? null },
            { run: run.id, startedAt, endedAt, reason, tasks },
          );
          return;
        }
        print(`run ${run.id}: ${what}, ${status}${reason === null ? '' : ` (${reason})`}`);
        print(`started ${startedAt}${endedAt === null ? '' : `, ended ${endedAt}`}`);
        if (tasks !== null) print(`tasks: ${tasks}`);
        print('');
        if (result !== null) {
          if (result.evolved === undefined) print(armsReport(result.arms));
          else {
            const [first] = result.evolved.cells;
            print(`${first === undefined ? '' : `${packLine(first)}\n\n`}${evolveReport(result.evolved)}`);
          }
          const folder = shellWord(`${options.store}/exports/${run.id}`);
          print(`\nnext: npx pawl runs export ${folder} --run ${run.id}${storeWords(options.store)}`);
          return;
        }
        print(
          textTable(
            ['family', 'arm', 'seed', 'rounds done', 'objective', 'expression'],
            cells.map(({ family, arm, seed, done, wanted, objective, expression }) => [
              family,
              arm,
              String(seed),
              `${done} of ${wanted}`,
              objective?.toFixed(4) ?? '–',
              expression ?? '–',
            ]),
          ),
        );
        print(`\nnext: npx pawl runs resume ${run.id}${storeWords(options.store)}`);
      } finally {
        store.close();
      }
    });
}
