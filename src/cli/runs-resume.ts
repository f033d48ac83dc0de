import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import type { StoredRun } from '../store/runs.js';
import type { ModelRequest } from '../jobs/model-request.js';
import { changedRequest, givesCaps, withCapOptions, type CapOptions } from './model-options.js';
import { absolute, jsonOption, storeOption, wholeNumber } from './options.js';

interface ResumeOptions extends CapOptions {
  readonly store: string;
  readonly jobs?: number;
  readonly json?: true;
}

/** `pawl runs resume [run]` */
export function addRunsResumeCommand(runs: Command): void {
  withCapOptions(runs.command('resume'))
    .description('continue what is unfinished of a run; the result is the same as without the interruption')
    .argument('[run]', 'e.g. r1; the newest unfinished one when left out')
    .addOption(storeOption())
    .option(
      '--jobs <n>',
      'what is worked on at a time (default: as first asked)',
      wholeNumber('--jobs', 1, 64),
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ pawl runs resume r1')
    .action(async (id: string | undefined, options: ResumeOptions) => {
      const { isEvolveRun } = await import('../jobs/run-summary.js');
      const found = await findRun(id, options.store);
      if (!isEvolveRun(found)) {
        await resumeOfArms(found, options);
        return;
      }
      const { resumeEvolve } = await import('../jobs/evolve-run.js');
      const { requestFromJson } = await import('../jobs/evolve-request.js');
      const { runEvolve } = await import('./run-evolve.js');
      const run = found;
      const asked = requestFromJson(run.request);
      const models = changedModels(asked.models, options);
      await runEvolve({
        request: { ...asked, models },
        store: options.store,
        json: options.json ?? false,
        command: `pawl runs resume ${run.id}`,
        work: (environment) => resumeEvolve(run, { jobs: options.jobs, models }, environment),
      });
    });
}

async function resumeOfArms(run: StoredRun, options: ResumeOptions): Promise<void> {
  const { resumeArms } = await import('../jobs/arms/run.js');
  const { armsRequestFromJson } = await import('../jobs/arms/request.js');
  const { runArms } = await import('./run-arms.js');
  const asked = armsRequestFromJson(run.request);
  await runArms({
    request: () => asked,
    models: changedModels(asked.models, options),
    store: options.store,
    json: options.json ?? false,
    command: `pawl runs resume ${run.id}`,
    work: (_, environment) => resumeArms(run, options.jobs, environment),
  });
}

/** The models of a run with the caps that are given now. */
function changedModels(models: ModelRequest | null | undefined, caps: CapOptions): ModelRequest | null {
  if (models !== null && models !== undefined) return changedRequest(models, caps);
  if (!givesCaps(caps)) return null;
  throw new PawlError('usage', 'this run has simulated roles: there is nothing to cap');
}

/** Looks the run up before the store is locked, so that a wrong name is told at once. */
async function findRun(id: string | undefined, folder: string): Promise<StoredRun> {
  const { openStore } = await import('../store/store.js');
  const { latestRun } = await import('../jobs/run-summary.js');
  const store = openStore({ folder: absolute(folder), mode: 'read' });
  try {
    const run = id === undefined ? latestRun(store) : store.runs.get(id);
    if (run === undefined) {
      throw new PawlError('not-found', `${folder}: no runs yet`, {
        hint: 'start one: pawl reproduce --quick',
      });
    }
    return run;
  } finally {
    store.close();
  }
}
