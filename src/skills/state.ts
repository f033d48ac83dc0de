import type { Criticism, EvidenceLine, Skill } from '../roles/skill-loop.js';
import type { PatternGroups } from './patterns.js';

/** Why a skill is no longer active. */
export type LeavingReason = 'merit' | 'cap' | 'rollback';

/** One version of a skill with its history. The library is append-only: records change, none disappears. */
export interface SkillRecord {
  readonly skill: Skill;
  /** The skill round in which it was written. */
  readonly bornAt: number;
  /** The canonical pattern that it was written for, as it was called then. */
  readonly pattern: string;
  /** Routed train trials and those that passed. Locked and untouched attempts never count. */
  readonly trials: number;
  readonly successes: number;
  readonly left: { readonly round: number; readonly reason: LeavingReason; readonly detail: string } | null;
}

/** A capsule with its verdict, kept for the synthesiser's window: plain data, the output named by its item's id. */
export interface StoredCriticism {
  readonly round: number;
  readonly itemId: string;
  readonly taskId: string;
  readonly topic: string;
  readonly skillId: string | null;
  readonly failed: boolean;
  /** True when the check at the capsule gate failed the attempt. */
  readonly gateFailed: boolean;
  readonly evidence: readonly EvidenceLine[];
  readonly criticism: Criticism;
  /** The pattern after canonicalisation; follows when groups of wordings become one. */
  readonly pattern: string;
}

/** The library of the best held-out round, for the rollback. */
export interface BestRound {
  readonly round: number;
  /** Mean held-out score of that round. */
  readonly score: number;
  /** Ids of the skills that were active. */
  readonly active: readonly string[];
}

/** The whole state of the skill loop between rounds: plain JSON data. */
export interface SkillState {
  /** Rounds completed. */
  readonly round: number;
  /** In order of birth. */
  readonly library: readonly SkillRecord[];
  /** Verdicts of the last `windowRounds` rounds. */
  readonly window: readonly StoredCriticism[];
  /** All wordings of patterns that were ever seen, grouped. */
  readonly patterns: PatternGroups;
  readonly best: BestRound | null;
  /** Consecutive rounds with a held-out score more than the margin below the best. */
  readonly roundsBelow: number;
}

/** The state before the first round: an empty library. */
export const emptySkillState: SkillState = {
  round: 0,
  library: [],
  window: [],
  patterns: [],
  best: null,
  roundsBelow: 0,
};
