import { PawlError } from '../errors.js';
import { buildPack } from '../pack/build-pack.js';
import type { Pack } from '../pack/pack.js';
import type { StoredCell } from '../store/cells.js';
import type { StoredRun } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { cellKey, evolutionArm } from './cell-config.js';
import { evolveCell } from './evolve-cell.js';
import { requestAsJson, requestFromJson, type EvolveRequest } from './evolve-request.js';
import { resultOf, type EvolveOutcome } from './evolve-result.js';
import { inParallel, unlessStopped } from './stopping.js';
import { booked, type OpenWorld, type World } from './world.js';

/** What a run tells while it works. */
export type EvolveProgress =
  | {
      readonly kind: 'began';
      readonly run: StoredRun;
      readonly world: World;
      readonly reused: readonly number[];
    }
  | { readonly kind: 'screening'; readonly done: number; readonly total: number }
  | { readonly kind: 'pack'; readonly pack: Pack; readonly seed: number | null }
  | {
      readonly kind: 'round';
      readonly seed: number;
      /** Rounds of this seed that are done. */
      readonly done: number;
      readonly objective: number | null;
      readonly expression: string | null;
    };

/** Who and what a run needs. */
export interface EvolveEnvironment {
  readonly store: Store;
  readonly openWorld: OpenWorld;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EvolveProgress) => void;
}

/** A finished run. */
export interface FinishedEvolve extends EvolveOutcome {
  readonly run: StoredRun;
  /** Seeds whose rounds were all stored before. */
  readonly reused: readonly number[];
}

/**
 * Grows graders: one cell a seed. Cells that the store holds already are continued or reused.
 *
 * @throws PawlError `stopped` when the signal comes (every finished round is saved), and whatever stops a cell
 */
export async function startEvolve(
  request: EvolveRequest,
  environment: EvolveEnvironment,
): Promise<FinishedEvolve> {
  return withWorld(request, environment, async (world) => {
    const { store, now } = environment;
    closeAbandonedRuns(environment);
    const run = store.transaction(() =>
      store.runs.begin({
        command: 'evolve',
        request: requestAsJson(request),
        cells: request.seeds.map((seed) => ({
          cell: store.cells.ensure(cellKey(request, world, seed)).id,
          rounds: request.rounds,
        })),
        startedAt: now().toISOString(),
      }),
    );
    return finishRun(run, request, world, environment);
  });
}

/**
 * Continues a run where it stopped. A finished run is only read.
 *
 * @param changes.jobs - sandbox children; as first asked when undefined
 * @param changes.models - caps and limits of real models; as first asked when undefined
 * @throws PawlError `bad-input` when the run cannot give the same bytes any more (another version, changed tasks)
 */
export async function resumeEvolve(
  run: StoredRun,
  changes: { readonly jobs?: number | undefined; readonly models?: EvolveRequest['models'] } | undefined,
  environment: EvolveEnvironment,
): Promise<FinishedEvolve> {
  const asked = requestFromJson(run.request);
  const { jobs = asked.jobs, models = asked.models ?? null } = changes ?? {};
  const request = { ...asked, jobs, models };
  return withWorld(request, environment, async (world) => {
    const { store } = environment;
    closeAbandonedRuns(environment);
    const cells = store.runs.cellsOf(run.id).map(({ cell }) => cell);
    const same = request.seeds.map((seed) => store.cells.find(cellKey(request, world, seed))?.id);
    if (same.join() !== cells.join()) {
      throw new PawlError(
        'bad-input',
        `${run.id} cannot be continued: pawl, its tasks or its detectors have changed since it began`,
        {
          hint: "start anew with 'pawl evolve'; what is stored stays, and 'pawl runs export' still writes it",
        },
      );
    }
    store.runs.reopen(run.id);
    return finishRun(store.runs.get(run.id), request, world, environment);
  });
}

/** Whoever writes the store now is alone, so runs that are still marked as running were killed. */
function closeAbandonedRuns({ store, now }: EvolveEnvironment): void {
  for (const run of store.runs.list().filter(({ status }) => status === 'running')) {
    const reason = 'its process ended before the run did';
    store.runs.end(run.id, { status: 'stopped', reason, endedAt: now().toISOString() });
  }
}

async function withWorld<T>(
  request: EvolveRequest,
  { store, openWorld, signal }: EvolveEnvironment,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const { family, tasks, gold = null, database = null, ops, jobs } = request;
  const opening = openWorld({ family, tasks, gold, database, ops, children: jobs, cache: store.cache });
  const world = await unlessStopped(signal, opening).catch(async (thrown: unknown) => {
    await opening.then((late) => late.close()).catch(() => undefined);
    throw thrown;
  });
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

async function finishRun(
  run: StoredRun,
  request: EvolveRequest,
  world: World,
  environment: EvolveEnvironment,
): Promise<FinishedEvolve> {
  const { store, now, onProgress } = environment;
  const cells = store.runs.cellsOf(run.id).map(({ cell }) => store.cells.get(cell));
  const isDone = (cell: StoredCell): boolean => store.rounds.count(cell.id, 0) >= request.rounds;
  const reused = cells.filter(isDone).map(({ seed }) => seed);
  onProgress({ kind: 'began', run, world, reused });
  try {
    await evolveCells(
      cells.filter((cell) => !isDone(cell)),
      request,
      world,
      environment,
    );
    const outcome = resultOf(store, run.id);
    store.runs.end(run.id, { status: 'finished', reason: null, endedAt: now().toISOString() });
    return { ...outcome, run: store.runs.get(run.id), reused };
  } catch (thrown) {
    endBadly(run, thrown, environment);
    throw thrown;
  }
}

async function evolveCells(
  cells: readonly StoredCell[],
  request: EvolveRequest,
  world: World,
  { store, signal: asked, onProgress }: EvolveEnvironment,
): Promise<void> {
  if (cells.length === 0) return;
  // What ends one cell ends the others at their next step, so that the reason is told at once.
  const failure = new AbortController();
  const signal = AbortSignal.any([asked, failure.signal]);
  const makePack = async (resample: number | undefined): Promise<Pack> => {
    if (world.pack !== undefined) return world.pack;
    const pack = await unlessStopped(
      signal,
      booked(world, { arm: evolutionArm, seed: resample ?? null, phase: 'screening' }, async () =>
        buildPack({
          family: world.family,
          roles: world.roles,
          grading: world.grading,
          cache: store.cache,
          ...(world.candidates === undefined ? {} : { candidates: world.candidates }),
          ...(resample === undefined ? {} : { resample }),
          onProgress: ({ done, total }) => onProgress({ kind: 'screening', done, total }),
        }),
      ),
    );
    onProgress({ kind: 'pack', pack, seed: resample ?? null });
    return pack;
  };
  const shared = request.resampleAnchors ? undefined : await makePack(undefined);

  await inParallel(request.jobs, cells, async (cell) => {
    const pack = shared ?? (await makePack(cell.seed));
    const evolving = booked(world, { arm: evolutionArm, seed: cell.seed, phase: 'grader' }, async () =>
      evolveCell({
        cell,
        request,
        world,
        pack,
        store,
        signal,
        onRound: (round, { bestObjective, incumbent }) =>
          onProgress({
            kind: 'round',
            seed: cell.seed,
            done: round + 1,
            objective: bestObjective,
            expression: incumbent,
          }),
      }),
    );
    await evolving.catch((thrown: unknown) => {
      failure.abort();
      throw thrown;
    });
  });
}

/** Notes how a run ended, as far as the store still takes it. */
function endBadly(run: StoredRun, thrown: unknown, { store, now }: EvolveEnvironment): void {
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
