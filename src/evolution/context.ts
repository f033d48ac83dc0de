import type { Family } from '../families/family.js';
import type { PreparedItem } from '../grader/item.js';
import type { OpRunner } from '../grader/op.js';
import type { Roles, SoftLabel } from '../roles/roles.js';
import type { Label } from '../verdict.js';
import type { RoundEvent } from './events.js';
import type { EvolutionSettings } from './settings.js';
import type { EvolutionState } from './state.js';

/** A dev item ready for ops, with the soft label that is the only supervision. */
export interface DevItem {
  readonly prepared: PreparedItem;
  readonly label: SoftLabel;
}

/** A locked item with its hard label; null where the truth was not to be had. */
export interface LockedItem {
  readonly prepared: PreparedItem;
  readonly label: Label | null;
}

/** Everything that one round may look at, handed in. `locked` is opened for audits only. */
export interface RoundContext {
  readonly family: Pick<Family, 'name' | 'taxonomy'>;
  readonly roles: Pick<Roles, 'classify' | 'draftOp' | 'compose'>;
  readonly runner: OpRunner;
  readonly settings: EvolutionSettings;
  /** The words that every random choice of this cell starts from: arm, family, seed. */
  readonly seed: readonly (string | number)[];
  readonly dev: readonly DevItem[];
  /** Unlabelled outputs. */
  readonly train: readonly PreparedItem[];
  readonly locked: () => Promise<readonly LockedItem[]>;
}

/** A round's outcome: the new state, and everything that was decided on the way. */
export interface RoundResult {
  readonly state: EvolutionState;
  readonly events: readonly RoundEvent[];
}
