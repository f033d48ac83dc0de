import type { EvolutionState } from '../evolution/state.js';
import { isHeld } from '../store/lock.js';
import type { StoredRun } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { armsRequestFromJson } from './arms/request.js';
import { requestFromJson } from './evolve-request.js';

/** How far a cell of a run has come. */
export interface CellSummary {
  readonly family: string;
  /** `evolution` for grader evolution alone. */
  readonly arm: string;
  readonly seed: number;
  readonly configHash: string;
  readonly done: number;
  readonly wanted: number;
  /** Of grader evolution alone. */
  readonly expression: string | null;
  readonly objective: number | null;
}

/** A run with how far it has come. */
export interface RunSummary {
  readonly id: string;
  readonly command: string;
  /** What was asked, in a few words, e.g. `evolve code`. */
  readonly what: string;
  readonly families: readonly string[];
  readonly seeds: readonly number[];
  /** A task file of `pawl evolve`; null elsewhere. */
  readonly tasks: string | null;
  /** As stored; `interrupted` where it says running and no process writes the store. */
  readonly status: StoredRun['status'] | 'interrupted';
  readonly reason: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly done: number;
  readonly wanted: number;
  readonly cells: readonly CellSummary[];
}

/** True for a run of `pawl evolve`; the others run arms. */
export function isEvolveRun({ command }: Pick<StoredRun, 'command'>): boolean {
  return command === 'evolve';
}

/** Reads how far a run has come. */
export function summarise(store: Store, run: StoredRun): RunSummary {
  const cells = store.runs.cellsOf(run.id).map(({ cell: id, rounds }): CellSummary => {
    const { family, arm, seed, configHash } = store.cells.get(id);
    const isEvolution = arm === 'evolution';
    const done = Math.min(rounds, isEvolution ? store.rounds.count(id, 0) : store.rounds.countAll(id));
    const last = isEvolution ? store.rounds.get({ cell: id, phase: 0, round: done - 1 }) : undefined;
    const state = last?.state as unknown as EvolutionState | undefined;
    return {
      family,
      arm,
      seed,
      configHash,
      done,
      wanted: rounds,
      expression: state?.incumbent ?? null,
      objective: state?.bestObjective ?? null,
    };
  });
  return {
    id: run.id,
    command: run.command,
    ...askedOf(run),
    status: run.status === 'running' && !isHeld(store.lockPath) ? 'interrupted' : run.status,
    reason: run.reason,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    done: cells.reduce((sum, { done }) => sum + done, 0),
    wanted: cells.reduce((sum, { wanted }) => sum + wanted, 0),
    cells,
  };
}

function askedOf(run: StoredRun): Pick<RunSummary, 'what' | 'families' | 'seeds' | 'tasks'> {
  if (isEvolveRun(run)) {
    const { family, seeds, tasks } = requestFromJson(run.request);
    return { what: `evolve ${family}`, families: [family], seeds, tasks };
  }
  const { families, arms, seeds, episode, fork } = armsRequestFromJson(run.request);
  const which = [...arms, ...(episode === null ? [] : [episode])];
  const words = [run.command, families.join(','), ...(which.length === 0 ? [] : [which.join(',')])];
  return {
    what: `${words.join(' ')}${fork === null ? '' : ' (fork)'}`,
    families,
    seeds,
    tasks: null,
  };
}

/**
 * The run that a command without a name means: the newest that is not finished, else the newest.
 */
export function latestRun(store: Store): StoredRun | undefined {
  const runs = store.runs.list();
  return runs.find(({ status }) => status !== 'finished') ?? runs[0];
}
