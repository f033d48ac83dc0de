import { replayAnchors, type ReplayParts, type ReplaySample } from '../../arms/anchor-replay.js';
import { devLabels } from '../../evolution/dev-agreement.js';
import type { DevItem, RoundContext } from '../../evolution/context.js';
import type { RoundEvent } from '../../evolution/events.js';
import { prepareRounds } from '../../evolution/evolve.js';
import type { EvolutionState } from '../../evolution/state.js';
import { makeItem, type PreparedItem } from '../../grader/item.js';
import type { OpSpec } from '../../grader/op.js';
import { planesOf, verdictTable, type VerdictTable } from '../../grader/planes.js';
import type { Json } from '../../json.js';
import type { Pack } from '../../pack/pack.js';
import { settingsOf, type EvolveRequest } from '../evolve-request.js';
import type { World } from '../world.js';
import type { CellStore } from './cell-store.js';

/** Rows of the replay of one cell: on subsets of its ten anchors, and on anchors drawn afresh. */
export interface ReplayNote {
  readonly subset: readonly ReplaySample[];
  readonly fresh: readonly ReplaySample[];
  /** Labelled outputs that fresh anchors were drawn from. */
  readonly bank: { readonly fail: number; readonly clean: number };
}

/** Fresh outputs of each train task that the teacher reads for the bank of fresh anchors. */
const drawsPerTask = 4;

/** Under which name a cell's replay is noted. */
export function replayName(rounds: number): string {
  return `replay/${rounds}`;
}

/**
 * Replays anchor sizes over the candidates of a stored evolution: as the paper does, on subsets of the same ten anchors, and on
 * anchors drawn afresh among outputs of train tasks that the teacher labels, which is what the question means.
 */
export async function replayCell(options: {
  readonly cell: number;
  readonly seed: number;
  readonly request: EvolveRequest;
  readonly world: World;
  readonly pack: Pack;
  readonly store: CellStore;
}): Promise<ReplayNote> {
  const { cell, seed, request, world, pack, store } = options;
  const { family, roles, grading } = world;
  const settings = settingsOf(request, family);
  const context = await prepareRounds({ family, pack, roles, grading, settings, seed });
  await store.settled();
  const candidates = new Set<string>();
  let state: EvolutionState | undefined;
  for (const round of store.rounds.iterate(cell, 0, request.rounds)) {
    state = round.state as unknown as EvolutionState;
    for (const event of round.events as unknown as readonly RoundEvent[])
      if (event.kind === 'candidate' && event.fate !== 'refused: does not parse')
        candidates.add(event.expression);
  }
  const ops = (state?.pool ?? []).filter(({ status }) => status === 'active').map(({ spec }) => spec);
  const table = (items: readonly PreparedItem[]): Promise<VerdictTable> => verdictsOf(ops, items, context);

  const locked = (await context.locked()).filter(({ label }) => label !== null);
  const shared: Omit<ReplayParts, 'bank' | 'seed'> = {
    candidates: [...candidates].sort(),
    ops,
    train: await table(context.train),
    locked: {
      table: await table(locked.map(({ prepared }) => prepared)),
      labels: planesOf(locked.map(({ label }) => (label === 'FAIL' ? 'DRAWBACK' : 'CLEAN'))),
    },
    settings,
  };
  const onBank = async (bank: readonly DevItem[], words: string): Promise<readonly ReplaySample[]> =>
    replayAnchors({
      ...shared,
      bank: { table: await table(bank.map(({ prepared }) => prepared)), labels: devLabels(bank) },
      seed: ['replay', family.name, seed, words],
    });
  const bank = await freshBank(world, pack, seed);
  const count = (label: string): number => bank.filter((one) => one.label.label === label).length;
  return {
    subset: await onBank(context.dev, 'subset'),
    fresh: await onBank(bank, 'fresh'),
    bank: { fail: count('FAIL'), clean: count('PASS') },
  };
}

/** A note as JSON. */
export function replayAsJson(note: ReplayNote): Json {
  return note as unknown as Json;
}

/** Fresh outputs of the train tasks with the teacher's soft labels; the locked split is not touched. */
async function freshBank({ roles, grading }: World, pack: Pack, seed: number): Promise<readonly DevItem[]> {
  const drawn = await Promise.all(
    pack.train.flatMap(({ task }) =>
      Array.from({ length: drawsPerTask }, async (_, draw) => {
        const output = await roles.solve({ task, skill: null, draw: `replay/${seed}/${draw}` });
        const item = makeItem(task, output);
        return { item, label: await roles.teach({ item, draw: 'anchor' }) };
      }),
    ),
  );
  const labelled = drawn.flatMap(({ item, label }) => (label === null ? [] : [{ item, label }]));
  const prepared = await grading.prepare(labelled.map(({ item }) => item));
  return labelled.map(({ label }, index) => ({ prepared: prepared[index] as PreparedItem, label }));
}

async function verdictsOf(
  ops: readonly OpSpec[],
  items: readonly PreparedItem[],
  { runner }: RoundContext,
): Promise<VerdictTable> {
  const findings = await runner.run(ops, items);
  return verdictTable(
    items.length,
    ops.map((op, row) => [op.name, (findings[row] ?? []).map(({ verdict }) => verdict)] as const),
  );
}
