import type { GraderFile } from '../grader/grader-file.js';
import type { JsonObject } from '../json.js';
import type { Store } from '../store/store.js';
import { cellResult, type CellConfig, type CellResult } from './cell-result.js';
import { meanOf, type MeanResult } from './mean-result.js';

/** What a run came to: equal for equal config, whatever the machine, the store, the jobs or the interruptions. */
export interface EvolveResult {
  readonly family: { readonly name: string; readonly version: string };
  readonly roles: CellConfig['roles'];
  readonly engines: CellConfig['engines'];
  readonly settings: JsonObject;
  readonly rounds: number;
  /** In the order in which the seeds were asked for. */
  readonly cells: readonly CellResult[];
  readonly mean: MeanResult;
  /** The seed with the highest objective; the first of them on a tie; null without any grader. */
  readonly bestSeed: number | null;
}

/** A result with what it takes to write the graders. */
export interface EvolveOutcome {
  readonly result: EvolveResult;
  /** One grader a cell; null where none was selected. */
  readonly graders: readonly (GraderFile | null)[];
}

/** Reads a run's result from the store; every cell must have all of its rounds. */
export function resultOf(store: Store, run: string): EvolveOutcome {
  const wanted = store.runs.cellsOf(run).map(({ cell, rounds }) => ({ cell: store.cells.get(cell), rounds }));
  const read = wanted.map(({ cell, rounds }) => cellResult(store, cell, rounds));
  const cells = read.map(({ result }) => result);
  const [first] = wanted;
  const config = first?.cell.config as unknown as CellConfig;
  const best = cells.reduce<CellResult | undefined>(
    (leader, cell) =>
      cell.objective !== null && (leader === undefined || cell.objective > (leader.objective ?? 0))
        ? cell
        : leader,
    undefined,
  );
  return {
    result: {
      family: { name: first?.cell.family ?? '', version: config.family },
      roles: config.roles,
      engines: config.engines,
      settings: config.settings,
      rounds: first?.rounds ?? 0,
      cells,
      mean: meanOf(cells),
      bestSeed: best?.seed ?? null,
    },
    graders: read.map(({ grader }) => grader),
  };
}
