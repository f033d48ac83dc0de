import type { Command } from 'commander';
import { exitCodeOf } from '../errors.js';
import { absolute, jsonOption, storeOption } from './options.js';
import { print, printJson } from './terminal.js';
import { textTable } from './text-table.js';

/** `pawl doctor`: which walls stand around untrusted code, and whether everything else is there. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'say what is in force here: runtime, sandbox walls, cache folder, store (exit 4 if one is missing)',
    )
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ pawl doctor')
    .action(async (options: { readonly store: string; readonly json?: true }) => {
      const { examine } = await import('../jobs/doctor.js');
      const { createPythonSandbox } = await import('../sandbox/python/pool.js');
      const { createSqlSandbox } = await import('../sandbox/sql/pool.js');
      const { cacheFolder } = await import('../data-folder.js');
      const sandbox = createPythonSandbox({ children: 1 });
      const sqlSandbox = createSqlSandbox({ database: null, children: 1 });
      try {
        const report = await examine({
          sandbox,
          sqlSandbox,
          storeFolder: absolute(options.store),
          cacheFolder: cacheFolder(),
        });
        if (options.json === true) printJson(report, {});
        else {
          print(
            textTable(
              ['part', 'state', 'detail'],
              report.findings.map(({ part, state, detail }) => [part, state, detail]),
            ),
          );
          print(report.healthy ? '\nEverything is in force.' : '\nSomething is missing: see above.');
        }
        if (!report.healthy) process.exitCode = exitCodeOf.environment;
      } finally {
        await Promise.all([sandbox.close(), sqlSandbox.close()]);
      }
    });
}
