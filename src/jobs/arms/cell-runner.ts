import { buildPack } from '../../pack/build-pack.js';
import type { Pack } from '../../pack/pack.js';
import type { Cache } from '../../grader/cache.js';
import { evolveCell } from '../evolve-cell.js';
import { unlessStopped } from '../stopping.js';
import { booked, type OpenWorld, type World } from '../world.js';
import type { CellStore } from './cell-store.js';
import type { CellWork } from './cell-work.js';
import { replayAsJson, replayCell, replayName } from './replay-note.js';
import { runArmCell } from './run-arm-cell.js';
import { evolveRequestOf } from './settings.js';

/** What a runner tells while it works. */
export interface CellListener {
  readonly onScreening: (progress: { readonly done: number; readonly total: number }) => void;
  /** The pack of a family is made: others may begin with that family too. */
  readonly onPack: (family: string) => void;
  /** Called after each round that is stored. */
  readonly onRound: () => void;
}

/** Works on cells, one after another; the world of a family stays open until a cell of another comes. */
export interface CellRunner {
  run(work: CellWork, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Makes a runner that works in this process. */
export function cellRunner(options: {
  readonly openWorld: OpenWorld;
  readonly cache: Cache;
  readonly store: CellStore;
  readonly listener: CellListener;
}): CellRunner {
  const { openWorld, cache, store, listener } = options;
  let open: { readonly family: string; readonly world: World; readonly pack: Pack } | undefined;

  const openFamily = async (family: string, signal: AbortSignal): Promise<{ world: World; pack: Pack }> => {
    if (open?.family === family) return open;
    await open?.world.close();
    open = undefined;
    const world = await openWorld({ family, tasks: null, ops: null, children: 1, cache });
    try {
      const pack =
        world.pack ??
        (await unlessStopped(
          signal,
          booked(world, { phase: 'screening' }, async () =>
            buildPack({
              family: world.family,
              roles: world.roles,
              grading: world.grading,
              cache,
              onProgress: (progress) => listener.onScreening(progress),
            }),
          ),
        ));
      open = { family, world, pack };
      listener.onPack(family);
      return open;
    } catch (thrown) {
      await world.close();
      throw thrown;
    }
  };

  return {
    run: async ({ spec, cell }, signal) => {
      const { world, pack } = await openFamily(spec.family, signal);
      const { onRound } = listener;
      if (spec.kind === 'arm') {
        const scope = { arm: spec.arm, seed: spec.seed };
        await booked(world, scope, async () =>
          runArmCell({ cell, spec, world, pack, store, signal, onRound }),
        );
        return;
      }
      const request = evolveRequestOf(spec);
      await booked(world, { arm: cell.arm, seed: spec.seed, phase: 'grader' }, async () =>
        evolveCell({ cell, request, world, pack, store, signal, onRound }),
      );
      if (!spec.replay || store.cells.noted(cell.id, replayName(spec.rounds)) !== undefined) return;
      const replaying = replayCell({ cell: cell.id, seed: spec.seed, request, world, pack, store });
      store.cells.note(
        cell.id,
        replayName(spec.rounds),
        replayAsJson(await unlessStopped(signal, replaying)),
      );
    },
    close: async () => {
      await open?.world.close();
      open = undefined;
    },
  };
}
