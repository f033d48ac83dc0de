import type { Family } from '../families/family.js';
import { checkPool } from '../grader/pool.js';
import { makeItem, type Item, type Task } from '../grader/item.js';
import type { Grading } from '../grading/grading.js';
import type { Pack } from '../pack/pack.js';
import type { Roles } from '../roles/roles.js';
import type { LockedItem, RoundContext, RoundResult } from './context.js';
import { remembering } from './remember-findings.js';
import { evolveRound } from './round.js';
import type { EvolutionSettings } from './settings.js';
import type { EvolutionState } from './state.js';
import type { OpSpec } from '../grader/op.js';

/** What grader evolution alone is run on. */
export interface EvolutionParts {
  readonly family: Family;
  readonly pack: Pack;
  readonly roles: Pick<Roles, 'solve' | 'classify' | 'draftOp' | 'compose'>;
  readonly grading: Grading;
  readonly settings: EvolutionSettings;
  readonly seed: number;
}

/** The state before the first round: the seed ops, all active, and no incumbent. */
export function initialState(seedOps: readonly OpSpec[]): EvolutionState {
  return {
    round: 0,
    pool: seedOps.map((spec) => ({
      spec,
      status: 'active',
      nonPositiveRounds: 0,
      left: null,
      promotedAt: null,
    })),
    incumbent: null,
    bestObjective: null,
    elites: [],
    lastBirth: {},
  };
}

/** What the rounds of one seed look at: anchors, outputs of the frozen solver on train, locked items. */
export type RoundMaterial = Pick<RoundContext, 'dev' | 'train' | 'locked'>;

/**
 * Prepares the material of one seed: the anchors, one frozen output a train task, and the locked items, which
 * are solved and judged only when an audit asks for them. Every arm of a seed is given the same.
 */
export async function prepareMaterial(
  parts: Omit<EvolutionParts, 'settings' | 'roles'> & { readonly roles: Pick<Roles, 'solve'> },
): Promise<RoundMaterial> {
  const { family, pack, roles, grading, seed } = parts;
  const solve = async (task: Task, purpose: string): Promise<Item> =>
    makeItem(task, await roles.solve({ task, skill: null, draw: `evolve/${seed}/${purpose}` }));

  const dev = await grading.prepare(pack.anchors.map(({ item }) => item));
  const train = await grading.prepare(
    await Promise.all(pack.train.map(async ({ task }) => solve(task, 'train'))),
  );

  const lockedItems = async (): Promise<readonly LockedItem[]> => {
    const attempts = Array.from({ length: family.auditItemsPerTask }, (_, index) => `locked/${index}`);
    const tasks = pack.test.flatMap(({ task }) => attempts.map((attempt) => ({ task, attempt })));
    const items = await Promise.all(tasks.map(async ({ task, attempt }) => solve(task, attempt)));
    const [prepared, truths] = await Promise.all([grading.prepare(items), grading.truths(items)]);
    return prepared.map((item, index) => {
      const truth = truths[index];
      return { prepared: item, label: truth?.outcome === 'scored' ? truth.label : null };
    });
  };
  let opened: Promise<readonly LockedItem[]> | null = null;
  return {
    dev: dev.map((prepared, index) => ({ prepared, label: anchorLabel(pack, index) })),
    train,
    locked: async () => (opened ??= lockedItems()),
  };
}

/** Everything that the rounds of grader evolution alone are handed. */
export async function prepareRounds(parts: EvolutionParts): Promise<RoundContext> {
  const { family, roles, grading, settings, seed } = parts;
  checkPool(family.seedOps, family.taxonomy);
  return {
    family,
    roles,
    runner: remembering(grading),
    settings,
    seed: ['evolve', family.name, seed],
    ...(await prepareMaterial(parts)),
  };
}

/**
 * Grader evolution alone: yields the state and the events of one round after another. Start from a stored state to go on
 * where an earlier run stopped; the same bytes come out as without the stop.
 *
 * @param rounds the number of rounds in all, those of `from` included
 */
export async function* evolve(
  parts: EvolutionParts,
  rounds: number,
  from: EvolutionState = initialState(parts.family.seedOps),
): AsyncGenerator<RoundResult, void, void> {
  const context = await prepareRounds(parts);
  let state = from;
  while (state.round < rounds) {
    const result = await evolveRound(state, context);
    state = result.state;
    yield result;
  }
}

function anchorLabel(pack: Pack, index: number): Pack['anchors'][number]['label'] {
  const anchor = pack.anchors[index];
  if (anchor === undefined) throw new RangeError(`anchor ${index} of ${pack.anchors.length}`);
  return anchor.label;
}
