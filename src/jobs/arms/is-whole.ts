import type { Store } from '../../store/store.js';
import type { CellWork } from './cell-work.js';
import { replayName } from './replay-note.js';
import { roundsOf } from './request.js';
import { armOf } from './settings.js';

/** True when nothing is left to do in a cell: its rounds, the final judge and the replay are stored. */
export function isWhole(store: Pick<Store, 'rounds' | 'cells'>, { spec, cell }: CellWork): boolean {
  const noted = (name: string): boolean => store.cells.noted(cell.id, name) !== undefined;
  if (spec.kind === 'evolution')
    return store.rounds.count(cell.id, 0) >= spec.rounds && (!spec.replay || noted(replayName(spec.rounds)));
  const judged = spec.family === 'report' && armOf(spec).trainingGrader !== 'none';
  return store.rounds.countAll(cell.id) >= roundsOf(spec) && (!judged || noted('preferences'));
}
