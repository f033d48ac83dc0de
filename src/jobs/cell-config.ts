import { contentHash } from '../hash.js';
import { taskHash } from '../grader/item.js';
import type { CellKey } from '../store/cells.js';
import { version } from '../version.js';
import { settingsOf, type EvolveRequest } from './evolve-request.js';
import type { World } from './world.js';

/** The arm of grader evolution alone. */
export const evolutionArm = 'evolution';

/**
 * The identity of one seed's work: everything that a result depends on. Not in it: paths, the store, the number of
 * children, and the number of rounds, so that asking for more rounds continues a cell (docs/decisions/060).
 */
export function cellKey(request: EvolveRequest, world: World, seed: number): CellKey {
  const { family, roles, grading } = world;
  const settings = settingsOf(request, family);
  return {
    family: family.name,
    arm: evolutionArm,
    seed,
    config: {
      pawl: version,
      family: family.version,
      tasks: contentHash(family.tasks.map(taskHash)),
      candidates: world.candidates ?? null,
      roles: { ...roles.identity },
      engines: { ...grading.engines },
      settings: { ...settings, guards: { ...settings.guards } },
      resampledPack: request.resampleAnchors,
      ...(family.own === undefined ? {} : { own: { ...family.own } }),
    },
  };
}
