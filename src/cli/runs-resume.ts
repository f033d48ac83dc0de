import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import type { StoredRun } from '../store/runs.js';
import { absolute, jsonOption, storeOption, wholeNumber } from './options.js';

interface ResumeOptions {
  readonly store: string;
  readonly jobs?: number;
  readonly json?: true;
}

/** `pawl runs resume [run]` */
export function addRunsResumeCommand(runs: Command): void {
  runs
    .command('resume')
    .description('continue the unfinished seeds of a run; the result is the same as without the interruption')
    .argument('[run]', 'e.g. r1; the newest unfinished one when left out')
    .addOption(storeOption())
    .option(
      '--jobs <n>',
      'sandbox children, and seeds at a time (default: as first asked)',
      wholeNumber('--jobs', 1, 64),
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ pawl runs resume r1')
    .action(async (id: string | undefined, options: ResumeOptions) => {
      const { resumeEvolve } = await import('../jobs/evolve-run.js');
      const { requestFromJson } = await import('../jobs/evolve-request.js');
      const { runEvolve } = await import('./run-evolve.js');
      const run = await findRun(id, options.store);
      await runEvolve({
        request: requestFromJson(run.request),
        store: options.store,
        json: options.json ?? false,
        command: `pawl runs resume ${run.id}`,
        work: (environment) => resumeEvolve(run, options.jobs, environment),
      });
    });
}

/** Looks the run up before the store is locked, so that a wrong name is told at once. */
async function findRun(id: string | undefined, folder: string): Promise<StoredRun> {
  const { openStore } = await import('../store/store.js');
  const { latestRun } = await import('../jobs/run-summary.js');
  const store = openStore({ folder: absolute(folder), mode: 'read' });
  try {
    const run = id === undefined ? latestRun(store) : store.runs.get(id);
    if (run === undefined) {
      throw new PawlError('not-found', `${folder}: no runs yet`, { hint: 'start one: pawl evolve code' });
    }
    return run;
  } finally {
    store.close();
  }
}
