import { writeRunData } from '../analysis/run-data/csv.js';
import { armsResultOf } from '../jobs/arms/arms-result.js';
import type { ArmsRequest } from '../jobs/arms/request.js';
import type { ArmsEnvironment, ArmsProgress, FinishedArms } from '../jobs/arms/run.js';
import type { ModelRequest } from '../jobs/model-request.js';
import type { Models } from '../jobs/open-models.js';
import { openWorld } from '../jobs/open-world.js';
import { openStore, type Store } from '../store/store.js';
import { armsProgressView } from './arms-progress.js';
import { armsReport } from './arms-report.js';
import { rolesNotice } from './evolve-report.js';
import { absolute, maxPages } from './options.js';
import { shellWord, shownPath, storeWords } from './paths.js';
import { withResumeHint } from './resume-hint.js';
import { untilSignal } from './signals.js';
import { note, print, printJson } from './terminal.js';
import { checkKey, modelsFor, spendingView } from './with-models.js';

/** What `pawl reproduce`, `run`, `anchors`, `episode` and `runs resume` share. */
export interface ArmsInvocation {
  readonly request: (store: Store) => ArmsRequest;
  /** The store's folder as given. */
  readonly store: string;
  readonly json: boolean;
  /** Named to others who want to write. */
  readonly command: string;
  readonly work: (request: ArmsRequest, environment: ArmsEnvironment) => Promise<FinishedArms>;
  /** How real models are asked; null or left out = simulated roles. */
  readonly models?: ModelRequest | null;
}

/** Runs arms to their end and reports them: progress on standard error, the result on standard output. */
export async function runArms({
  request: ask,
  store: folder,
  json,
  command,
  work,
  models: given = null,
}: ArmsInvocation): Promise<void> {
  const started = performance.now();
  await checkKey(given);
  const store = openStore({ folder: absolute(folder), mode: 'write', command, maxPages: maxPages() });
  const signals = untilSignal(() => {
    view.end();
    note('stopping: what is finished is saved …');
  });
  let run: string | undefined;
  let models: Models | undefined;
  let spending = (_: number): string => '';
  const view = armsProgressView(process.stderr, (fraction) => spending(fraction));
  const onProgress = (progress: ArmsProgress): void => {
    if (progress.kind === 'began') {
      run = progress.run.id;
      models?.client.beginRun(run);
      const { specs, reused } = progress;
      note(`run ${run}: ${command}, ${specs.length} cells, store ${folder}`);
      note(rolesNotice(progress.roles));
      if (reused.length > 0)
        note(
          `reused: ${reused.length} of ${specs.length} cells (finished before with the same configuration)`,
        );
    }
    view.show(progress);
  };
  try {
    models = await modelsFor(given, { store, openWorld, signal: signals.signal });
    spending = spendingView(models);
    const request = ask(store);
    const finished = await work(given === null ? request : { ...request, models: given }, {
      store,
      openWorld: models?.openWorld ?? openWorld,
      now: () => new Date(),
      signal: signals.signal,
      onProgress,
      // One client holds the budget, so real models are asked from one process.
      workers: models === undefined ? 'processes' : 'here',
    });
    view.end();
    reportArms(store, finished, { folder, json, started });
  } catch (thrown) {
    view.end();
    await models?.close();
    closeQuietly(store);
    throw withResumeHint(thrown, run, folder);
  } finally {
    signals.release();
    await models?.close();
    store.close();
  }
}

function reportArms(
  store: Store,
  { run, specs, reused }: FinishedArms,
  { folder, json, started }: { readonly folder: string; readonly json: boolean; readonly started: number },
): void {
  const { result, data } = armsResultOf(store, run.id);
  const tidy = absolute(`${folder}/results/${run.id}`);
  writeRunData(data, tidy);
  const seconds = (performance.now() - started) / 1000;
  const next = nextCommands(run.id, shownPath(tidy, process.cwd()), folder);
  if (json) {
    printJson(result, {
      run: run.id,
      startedAt: run.startedAt,
      endedAt: run.endedAt,
      seconds: Math.round(seconds * 1000) / 1000,
      store: absolute(folder),
      cells: specs.length,
      reused: reused.length,
      results: tidy,
      next,
    });
    return;
  }
  print(`run ${run.id}: ${result.about.title}\n`);
  print(`${armsReport(result)}\n`);
  print(`tidy results: ${shownPath(tidy, process.cwd())}`);
  for (const [index, line] of next.entries()) print(`${index === 0 ? 'next: ' : '      '}${line}`);
  note(`${run.id} took ${seconds.toFixed(1)} s`);
}

/** Commands that work as they stand, from the same folder. */
function nextCommands(run: string, tidy: string, folder: string): string[] {
  const data = shellWord(tidy);
  return [
    `npx pawl tables --data ${data}`,
    `npx pawl claims --data ${data}`,
    `npx pawl figures --data ${data}`,
    `npx pawl runs show ${run}${storeWords(folder)}`,
  ];
}

/** Closing a store that is full or gone fails again; the first error is the one to show. */
function closeQuietly(store: Store): void {
  try {
    store.close();
  } catch {
    // Said already.
  }
}
