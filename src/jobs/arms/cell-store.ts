import type { CellTable } from '../../store/cells.js';
import type { RoundTable } from '../../store/rounds.js';
import type { Store } from '../../store/store.js';

/** The part of a store that working on a cell needs. Who works in another process reads the file and posts what it writes. */
export interface CellStore {
  readonly rounds: Pick<RoundTable, 'count' | 'get' | 'iterate' | 'attempts' | 'commit'>;
  readonly cells: Pick<CellTable, 'note' | 'noted'>;
  readonly transaction: <T>(step: () => T) => T;
  /** Resolves when everything that was written can be read. */
  settled(): Promise<void>;
}

/** A store of this process. */
export function ownStore(store: Store): CellStore {
  return {
    rounds: store.rounds,
    cells: store.cells,
    transaction: (step) => store.transaction(step),
    settled: async () => undefined,
  };
}
