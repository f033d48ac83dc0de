import type { RoundEvent } from '../evolution/events.js';
import { initialState } from '../evolution/evolve.js';
import type { EvolutionState } from '../evolution/state.js';
import type { OpSpec } from '../grader/op.js';
import type { Attempt } from '../skills/context.js';
import type { SkillEvent } from '../skills/events.js';
import { emptySkillState, type SkillState } from '../skills/state.js';
import type { PhaseKind } from './arm.js';
import type { CallCounts } from './count-calls.js';

/** Where a round of an arm stands: the phase by its index in the schedule, and the round within it, from 0. */
export interface RoundPlace {
  readonly phase: number;
  readonly round: number;
}

/** The whole state of an arm between rounds: plain JSON data. */
export interface ArmState {
  /** The phase that the last round belongs to, and how many of its rounds are done; phase 0 and 0 at the start. */
  readonly phase: number;
  readonly round: number;
  readonly evolution: EvolutionState;
  readonly skills: SkillState;
  /**
   * The round whose train attempts the next grader phase looks at: the last of the skill phase before it; null = the frozen
   * solver's outputs.
   */
  readonly trainFrom: RoundPlace | null;
}

/** What an arm notes beside what its rounds decide. */
export type ArmEvent =
  | RoundEvent
  | SkillEvent
  | { readonly kind: 'calls'; readonly calls: CallCounts }
  /** Mean share of evidence tags without a value over the locked outputs that hold tags; null where none does. */
  | { readonly kind: 'erased'; readonly share: number | null };

/** One finished round of an arm. */
export interface ArmRound extends RoundPlace {
  readonly kind: PhaseKind;
  readonly state: ArmState;
  readonly events: readonly ArmEvent[];
  /** What was attempted: of skill rounds alone. */
  readonly attempts: readonly Attempt[];
}

/** The state before the first round. */
export function initialArmState(seedOps: readonly OpSpec[]): ArmState {
  return {
    phase: 0,
    round: 0,
    evolution: initialState(seedOps),
    skills: emptySkillState,
    trainFrom: null,
  };
}
