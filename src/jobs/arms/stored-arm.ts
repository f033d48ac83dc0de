import { phasesOf } from '../../arms/schedule.js';
import type { ArmStart } from '../../arms/run.js';
import { initialArmState, type ArmState } from '../../arms/state.js';
import type { EvolutionState } from '../../evolution/state.js';
import type { OpSpec } from '../../grader/op.js';
import type { SkillState } from '../../skills/state.js';
import { armOf } from './settings.js';
import type { CellStore } from './cell-store.js';
import type { CellSpec } from './request.js';

/** Where an arm goes on: at the first round that is not stored. Undefined when none is. */
export function storedStart(
  store: CellStore,
  cell: number,
  spec: Extract<CellSpec, { kind: 'arm' }>,
  seedOps: readonly OpSpec[],
): ArmStart | undefined {
  let state: ArmState = initialArmState(seedOps);
  for (const { index, kind, rounds } of phasesOf(armOf(spec).trainingGrader, spec.schedule)) {
    const done = Math.min(rounds, store.rounds.count(cell, index));
    if (done === 0) break;
    const last = store.rounds.get({ cell, phase: index, round: done - 1 })?.state;
    const place = { phase: index, round: done - 1 };
    state = {
      ...state,
      phase: index,
      round: done,
      ...(kind === 'grader'
        ? { evolution: last as unknown as EvolutionState }
        : { skills: last as unknown as SkillState, trainFrom: place }),
    };
    if (done < rounds) break;
  }
  if (state.round === 0) return undefined;
  const { trainFrom } = state;
  const train =
    trainFrom === null
      ? []
      : store.rounds
          .attempts({ cell, ...trainFrom })
          .filter(({ split }) => split === 'train')
          .map(({ task, output }) => ({ task, output }));
  return { state, train };
}
