import type { EvolutionState } from '../evolution/state.js';
import { isHeld } from '../store/lock.js';
import type { StoredRun } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { requestFromJson, type EvolveRequest } from './evolve-request.js';

/** How far a cell of a run has come. */
export interface CellSummary {
  readonly seed: number;
  readonly configHash: string;
  readonly done: number;
  readonly wanted: number;
  readonly expression: string | null;
  readonly objective: number | null;
}

/** A run with how far it has come. */
export interface RunSummary {
  readonly id: string;
  readonly command: string;
  readonly request: EvolveRequest;
  /** As stored; `interrupted` where it says running and no process writes the store. */
  readonly status: StoredRun['status'] | 'interrupted';
  readonly reason: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly done: number;
  readonly wanted: number;
  readonly cells: readonly CellSummary[];
}

/** Reads how far a run has come. */
export function summarise(store: Store, run: StoredRun): RunSummary {
  const cells = store.runs.cellsOf(run.id).map(({ cell: id, rounds }): CellSummary => {
    const cell = store.cells.get(id);
    const done = Math.min(rounds, store.rounds.count(id, 0));
    const last = store.rounds.get({ cell: id, phase: 0, round: done - 1 });
    const state = last?.state as unknown as EvolutionState | undefined;
    return {
      seed: cell.seed,
      configHash: cell.configHash,
      done,
      wanted: rounds,
      expression: state?.incumbent ?? null,
      objective: state?.bestObjective ?? null,
    };
  });
  return {
    id: run.id,
    command: run.command,
    request: requestFromJson(run.request),
    status: run.status === 'running' && !isHeld(store.lockPath) ? 'interrupted' : run.status,
    reason: run.reason,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    done: cells.reduce((sum, { done }) => sum + done, 0),
    wanted: cells.reduce((sum, { wanted }) => sum + wanted, 0),
    cells,
  };
}

/**
 * The run that a command without a name means: the newest that is not finished, else the newest.
 */
export function latestRun(store: Store): StoredRun | undefined {
  const runs = store.runs.list();
  return runs.find(({ status }) => status !== 'finished') ?? runs[0];
}
