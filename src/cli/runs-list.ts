import type { Command } from 'commander';
import { absolute, jsonOption, storeOption } from './options.js';
import { storeWords } from './paths.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

/** `pawl runs list` */
export function addRunsListCommand(runs: Command): void {
  runs
    .command('list')
    .description('list the runs of a store, newest first')
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ pawl runs list')
    .action(async (options: { readonly store: string; readonly json?: true }) => {
      const { openStore } = await import('../store/store.js');
      const { summarise } = await import('../jobs/run-summary.js');
      const store = openStore({ folder: absolute(options.store), mode: 'read' });
      try {
        const summaries = store.runs.list().map((run) => summarise(store, run));
        if (options.json === true) {
          printJson(
            summaries.map(({ command, families, seeds, status, done, wanted }) => ({
              command,
              families,
              seeds,
              status,
              done,
              wanted,
            })),
            {
              store: absolute(options.store),
              runs: summaries.map(({ id, startedAt, endedAt }) => ({ id, startedAt, endedAt })),
            },
          );
          return;
        }
        if (summaries.length === 0) {
          print('no runs yet; start one: npx pawl reproduce --quick');
          return;
        }
        print(
          textTable(
            ['run', 'what', 'seeds', 'rounds done', 'status', 'started'],
            summaries.map(({ id, what, seeds, status, done, wanted, startedAt }) => [
              id,
              what,
              seeds.join(','),
              `${done} of ${wanted}`,
              status,
              startedAt,
            ]),
          ),
        );
        const open = summaries.find(({ done, wanted }) => done < wanted);
        const next = open === undefined ? `show ${summaries[0]?.id ?? ''}` : `resume ${open.id}`;
        print(`\nnext: npx pawl runs ${next}${storeWords(options.store)}`);
      } finally {
        store.close();
      }
    });
}
