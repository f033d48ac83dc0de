import type { EvolveRequest } from '../jobs/evolve-request.js';
import type { EvolveEnvironment, EvolveProgress, FinishedEvolve } from '../jobs/evolve-run.js';
import { writeGraders, type WrittenGrader } from '../jobs/grader-files.js';
import type { Models } from '../jobs/open-models.js';
import { openWorld } from '../jobs/open-world.js';
import { openStore, type Store } from '../store/store.js';
import { evolveReport, packLine, rolesNotice } from './evolve-report.js';
import { absolute, maxPages } from './options.js';
import { shellWord, shownPath, storeWords } from './paths.js';
import { progressView } from './progress.js';
import { withResumeHint } from './resume-hint.js';
import { untilSignal } from './signals.js';
import { note, print, printJson } from './terminal.js';
import { checkKey, modelsFor, spendingView } from './with-models.js';

/** What `pawl evolve` and `pawl runs resume` share. */
export interface EvolveInvocation {
  readonly request: EvolveRequest;
  /** The store's folder as given. */
  readonly store: string;
  readonly json: boolean;
  /** Named to others who want to write. */
  readonly command: string;
  readonly work: (environment: EvolveEnvironment) => Promise<FinishedEvolve>;
}

/** Runs an evolution to its end and reports it: progress on standard error, the result on standard output. */
export async function runEvolve({
  request,
  store: folder,
  json,
  command,
  work,
}: EvolveInvocation): Promise<void> {
  const started = performance.now();
  await checkKey(request.models);
  const store = openStore({ folder: absolute(folder), mode: 'write', command, maxPages: maxPages() });
  const signals = untilSignal(() => {
    view.end();
    note('stopping: what is finished is saved …');
  });
  let run: string | undefined;
  let models: Models | undefined;
  const view = progressView(process.stderr, {
    rounds: request.rounds,
    seeds: request.seeds.length,
    spending: (fraction) => spending(fraction),
  });
  let spending = (_: number): string => '';
  const onProgress = (progress: EvolveProgress): void => {
    if (progress.kind === 'began') {
      run = progress.run.id;
      models?.client.beginRun(run);
      for (const line of openingLines(progress, request, folder)) note(line);
    }
    if (progress.kind === 'pack') {
      view.end();
      for (const { id, reason } of progress.pack.screening.droppedUnusable)
        note(`not used: ${id}: ${reason}`);
    }
    view.show(progress);
  };
  try {
    models = await modelsFor(request.models, { store, openWorld, signal: signals.signal });
    spending = spendingView(models);
    const finished = await work({
      store,
      openWorld: models?.openWorld ?? openWorld,
      now: () => new Date(),
      signal: signals.signal,
      onProgress,
    });
    view.end();
    const graders = writeGraders(store.folder, finished);
    const seconds = (performance.now() - started) / 1000;
    report({ finished, graders, folder, json, seconds, models });
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

/** Closing a store that is full or gone fails again; the first error is the one to show. */
function closeQuietly(store: Store): void {
  try {
    store.close();
  } catch {
    // Said already.
  }
}

function openingLines(
  { run, world, reused }: Extract<EvolveProgress, { kind: 'began' }>,
  request: EvolveRequest,
  folder: string,
): string[] {
  const { seeds, rounds, family, tasks } = request;
  const lines = [
    `run ${run.id}: evolve ${family}, seeds ${seeds.join(', ')}, ${rounds} rounds each, store ${folder}`,
    rolesNotice(world.roles.identity),
  ];
  if (tasks !== null) {
    lines.push(`tasks: ${world.family.tasks.length} from ${shownPath(tasks, process.cwd())}`);
    for (const { id, reason } of world.unusable) lines.push(`not used: ${id}: ${reason}`);
  }
  if (reused.length > 0) {
    const which = reused.length === seeds.length ? 'all seeds' : `seed ${reused.join(', ')}`;
    lines.push(`reused: ${which} (finished before with the same configuration)`);
  }
  return lines;
}

function report(parts: {
  readonly finished: FinishedEvolve;
  readonly graders: readonly WrittenGrader[];
  readonly folder: string;
  readonly json: boolean;
  readonly seconds: number;
  readonly models: Models | undefined;
}): void {
  const { finished, graders, folder, json, seconds, models } = parts;
  const { result, run, reused } = finished;
  const cwd = process.cwd();
  const best = graders.find(({ seed }) => seed === result.bestSeed);
  const next = nextCommands(run.id, best, folder, cwd);
  if (json) {
    printJson(result, {
      run: run.id,
      startedAt: run.startedAt,
      endedAt: run.endedAt,
      seconds: Math.round(seconds * 1000) / 1000,
      store: absolute(folder),
      reused: [...reused],
      graders: graders.map((grader) => ({ ...grader })),
      next,
    });
    return;
  }
  const [first] = result.cells;
  print(`${first === undefined ? '' : `${packLine(first)}\n\n`}${evolveReport(result)}\n`);
  if (best === undefined) print('No grader was selected.');
  else {
    print(`best grader (seed ${best.seed}): ${shownPath(best.path, cwd)}`);
    for (const { seed, path } of graders.filter((one) => one !== best)) {
      print(`also       (seed ${seed}): ${shownPath(path, cwd)}`);
    }
  }
  if (models !== undefined)
    print(`spent: ${models.status()} in all; npx pawl cost ${run.id}${storeWords(folder)}`);
  for (const [index, line] of next.entries()) print(`${index === 0 ? 'next: ' : '      '}${line}`);
  note(`${run.id} took ${seconds.toFixed(1)} s`);
}

/** Commands that work as they stand, from the same folder. */
function nextCommands(run: string, best: WrittenGrader | undefined, folder: string, cwd: string): string[] {
  const exported = shownPath(absolute(`${folder}/exports/${run}`), cwd);
  const commands = [`npx pawl runs export ${shellWord(exported)} --run ${run}${storeWords(folder)}`];
  if (best !== undefined) {
    commands.push(
      `npx pawl grade ${shellWord(`${exported}/outputs.jsonl`)} --grader ${shellWord(shownPath(best.path, cwd))}`,
    );
  }
  return commands;
}
