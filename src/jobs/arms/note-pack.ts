import type { JsonObject } from '../../json.js';
import type { Pack } from '../../pack/pack.js';
import type { Label } from '../../verdict.js';
import type { World } from '../world.js';
import type { CellStore } from './cell-store.js';

/** What a cell notes of its pack: the material that everything in it was run on. */
function packNote(pack: Pack): JsonObject {
  const labelled = (label: Label): number =>
    pack.anchors.filter((anchor) => anchor.label.label === label).length;
  return {
    hash: pack.hash,
    train: pack.train.length,
    anchors: { fail: labelled('FAIL'), clean: labelled('PASS') },
    test: pack.test.length,
    untouched: pack.untouched.length,
    screening: {
      ...pack.screening,
      droppedUnusable: pack.screening.droppedUnusable.map((dropped) => ({ ...dropped })),
    },
  };
}

/** Notes the pack of a cell and where its tasks come from; what is noted stays. */
export function notePack(
  store: Pick<CellStore, 'cells'>,
  cell: number,
  world: Pick<World, 'tasks'>,
  pack: Pack,
): void {
  store.cells.note(cell, 'tasks', world.tasks);
  store.cells.note(cell, 'pack', packNote(pack));
}
