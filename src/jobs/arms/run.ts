import { memoryCache } from '../../grader/cache.js';
import { PawlError } from '../../errors.js';
import type { Roles } from '../../roles/roles.js';
import type { StoredRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { inParallel } from '../stopping.js';
import type { OpenWorld } from '../world.js';
import { cellRunner } from './cell-runner.js';
import type { CellWork } from './cell-work.js';
import { ownStore } from './cell-store.js';
import { isWhole } from './is-whole.js';
import {
  armsRequestAsJson,
  armsRequestFromJson,
  roundsOf,
  specsOf,
  type ArmsRequest,
  type CellSpec,
} from './request.js';
import { keyOf } from './settings.js';
import { runOnWorkers } from './worker-pool.js';

/** What a run of arms tells while it works. */
export type ArmsProgress =
  | {
      readonly kind: 'began';
      readonly run: StoredRun;
      readonly roles: Roles['identity'];
      readonly specs: readonly CellSpec[];
      readonly reused: readonly CellSpec[];
    }
  | { readonly kind: 'screening'; readonly done: number; readonly total: number }
  | { readonly kind: 'round'; readonly spec: CellSpec }
  | { readonly kind: 'cell'; readonly spec: CellSpec; readonly cell: number };

/** Who and what a run of arms needs. */
export interface ArmsEnvironment {
  readonly store: Store;
  readonly openWorld: OpenWorld;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ArmsProgress) => void;
  /** Where cells are worked on when there are several at a time; processes of their own open the built-in worlds. */
  readonly workers: 'processes' | 'here';
}

/** A finished run with its cells. */
export interface FinishedArms {
  readonly run: StoredRun;
  readonly specs: readonly CellSpec[];
  readonly reused: readonly CellSpec[];
}

/**
 * Runs arms: one cell an arm, family and seed. Cells that the store holds already are continued or reused.
 *
 * @param command e.g. `reproduce`: named where runs are listed
 * @throws PawlError `stopped` when the signal comes (every finished round is saved), and whatever stops a cell
 */
export async function startArms(
  command: string,
  request: ArmsRequest,
  environment: ArmsEnvironment,
): Promise<FinishedArms> {
  const { store, now } = environment;
  const specs = specsOf(request);
  const { keys, roles, screened } = await keysOf(specs, environment);
  closeAbandonedRuns(environment);
  const run = store.transaction(() =>
    store.runs.begin({
      command,
      request: armsRequestAsJson(request),
      cells: specs.map((spec, index) => ({
        cell: ensureCell(store, spec, keys[index] as ReturnType<typeof keyOf>),
        rounds: roundsOf(spec),
      })),
      startedAt: now().toISOString(),
    }),
  );
  return finishArms(run, request, specs, { roles, screened }, environment);
}

/**
 * Continues a run where it stopped.
 *
 * @param jobs cells at a time; as first asked when undefined
 * @throws PawlError `bad-input` when the run cannot give the same bytes any more
 */
export async function resumeArms(
  run: StoredRun,
  jobs: number | undefined,
  environment: ArmsEnvironment,
): Promise<FinishedArms> {
  const { store } = environment;
  const asked = armsRequestFromJson(run.request);
  const request = { ...asked, jobs: jobs ?? asked.jobs };
  const specs = specsOf(request);
  const { keys, roles, screened } = await keysOf(specs, environment);
  closeAbandonedRuns(environment);
  const same = keys.map((key) => store.cells.find(key)?.id);
  if (
    same.join() !==
    store.runs
      .cellsOf(run.id)
      .map(({ cell }) => cell)
      .join()
  ) {
    throw new PawlError(
      'bad-input',
      `${run.id} cannot be continued: pawl, its tasks or its detectors have changed since it began`,
      { hint: `start anew with 'pawl ${run.command}'; what is stored stays` },
    );
  }
  store.runs.reopen(run.id);
  return finishArms(store.runs.get(run.id), request, specs, { roles, screened }, environment);
}

/** What opening the worlds told. */
interface Opened {
  readonly roles: Roles['identity'];
  /** Families whose tasks are screened. */
  readonly screened: ReadonlySet<string>;
}

/** Opens each family's world for what cells are identified by; nothing is solved or run. */
async function keysOf(
  specs: readonly CellSpec[],
  { openWorld }: Pick<ArmsEnvironment, 'openWorld'>,
): Promise<Opened & { readonly keys: readonly ReturnType<typeof keyOf>[] }> {
  const screened = new Set<string>();
  const keys = new Map<CellSpec, ReturnType<typeof keyOf>>();
  let roles: Roles['identity'] | undefined;
  for (const family of new Set(specs.map((spec) => spec.family))) {
    const world = await openWorld({ family, tasks: null, ops: null, children: 1, cache: memoryCache() });
    try {
      roles ??= world.roles.identity;
      if (world.family.screened) screened.add(family);
      for (const spec of specs) if (spec.family === family) keys.set(spec, keyOf(spec, world));
    } finally {
      await world.close();
    }
  }
  if (roles === undefined) throw new PawlError('usage', 'no family to run');
  return { keys: specs.map((spec) => keys.get(spec) as ReturnType<typeof keyOf>), roles, screened };
}

/** The cell of a key; a fork begins with the rounds of the cell that it comes from. */
function ensureCell(store: Store, spec: CellSpec, key: ReturnType<typeof keyOf>): number {
  const known = store.cells.find(key);
  if (known !== undefined) return known.id;
  const { id } = store.cells.ensure(key);
  if (spec.kind === 'arm' && spec.fork !== null) {
    const { from, arm, rounds } = spec.fork;
    const origin = store.cells.findByHash({ family: spec.family, arm, seed: spec.seed, configHash: from });
    if (origin === undefined)
      throw new PawlError(
        'not-found',
        `seed ${spec.seed} of ${arm} (${from.slice(0, 8)}) is not in the store`,
        {
          hint: 'fork with the seeds of the run that it comes from',
        },
      );
    store.rounds.copy(origin.id, id, new Map(rounds));
  }
  return id;
}

/** Whoever writes the store now is alone, so runs that are still marked as running were killed. */
function closeAbandonedRuns({ store, now }: ArmsEnvironment): void {
  for (const run of store.runs.list().filter(({ status }) => status === 'running')) {
    const reason = 'its process ended before the run did';
    store.runs.end(run.id, { status: 'stopped', reason, endedAt: now().toISOString() });
  }
}

async function finishArms(
  run: StoredRun,
  request: ArmsRequest,
  specs: readonly CellSpec[],
  { roles, screened }: Opened,
  environment: ArmsEnvironment,
): Promise<FinishedArms> {
  const { store, now, onProgress } = environment;
  const cells = store.runs.cellsOf(run.id).map(({ cell }) => store.cells.get(cell));
  const work = specs.map((spec, index): CellWork => ({ spec, cell: cells[index] as CellWork['cell'] }));
  const done = work.filter((one) => isWhole(store, one));
  const reused = done.map(({ spec }) => spec);
  onProgress({ kind: 'began', run, roles, specs, reused });
  try {
    // Families that are screened first take longest before others can join them.
    const todo = work.filter((one) => !done.includes(one));
    const isLong = ({ spec }: CellWork): boolean => screened.has(spec.family);
    await workOn([...todo.filter(isLong), ...todo.filter((one) => !isLong(one))], request.jobs, environment);
    store.runs.end(run.id, { status: 'finished', reason: null, endedAt: now().toISOString() });
    return { run: store.runs.get(run.id), specs, reused };
  } catch (thrown) {
    endBadly(run, thrown, environment);
    throw thrown;
  }
}

async function workOn(work: readonly CellWork[], jobs: number, environment: ArmsEnvironment): Promise<void> {
  const { store, openWorld, signal: asked, onProgress, workers } = environment;
  const listener = {
    onScreening: ({ done, total }: { done: number; total: number }): void =>
      onProgress({ kind: 'screening', done, total }),
    onRound: ({ spec }: CellWork): void => onProgress({ kind: 'round', spec }),
    onDone: ({ spec, cell }: CellWork): void => onProgress({ kind: 'cell', spec, cell: cell.id }),
  };
  if (work.length === 0) return;
  if (workers === 'processes' && jobs > 1 && work.length > 1) {
    await runOnWorkers({ work, jobs, store, signal: asked, listener });
    return;
  }
  // What ends one cell ends the others at their next step, so that the reason is told at once.
  const failure = new AbortController();
  const signal = AbortSignal.any([asked, failure.signal]);
  const waiting = [...work];
  const width = workers === 'here' ? Math.min(jobs, work.length) : 1;
  const lanes = Array.from({ length: width }, (_, lane) => lane);
  await inParallel(width, lanes, async () => {
    let current: CellWork | undefined;
    const runner = cellRunner({
      openWorld,
      cache: store.cache,
      store: ownStore(store),
      listener: {
        ...listener,
        onPack: () => undefined,
        onRound: () => (current === undefined ? undefined : listener.onRound(current)),
      },
    });
    try {
      for (current = waiting.shift(); current !== undefined; current = waiting.shift()) {
        await runner.run(current, signal);
        listener.onDone(current);
      }
    } catch (thrown) {
      failure.abort();
      throw thrown;
    } finally {
      await runner.close();
    }
  });
}

/** Notes how a run ended, as far as the store still takes it. */
function endBadly(run: StoredRun, thrown: unknown, { store, now }: ArmsEnvironment): void {
  const stopped = thrown instanceof PawlError && thrown.code === 'stopped';
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  try {
    store.runs.end(run.id, {
      status: stopped ? 'stopped' : 'failed',
      reason: reason.slice(0, 500),
      endedAt: now().toISOString(),
    });
  } catch {
    // A store that is full or gone cannot note it; the first error is the one to show.
  }
}
