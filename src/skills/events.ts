import type { Influence, Skill } from '../roles/skill-loop.js';
import type { LeavingReason } from './state.js';

/** Scores of one pass. */
export interface PassScores {
  /** Mean score over the attempts with a truth. */
  readonly mean: number | null;
  /** Attempts, and those whose truth was not to be had. */
  readonly attempts: number;
  readonly unscored: number;
  /** Per task in the order of the split, for paired statistics; null where unscored. */
  readonly scores: readonly (number | null)[];
}

/** Everything that a skill round decided, in order. */
export type SkillEvent =
  | {
      readonly kind: 'evaluated';
      readonly test: PassScores;
      readonly untouched: PassScores;
      readonly active: number;
    }
  | {
      readonly kind: 'trained';
      /** Graded attempts that count as passed and as failed, after the gate and the rule for abstentions. */
      readonly passed: number;
      readonly failed: number;
      /** The grader's abstentions, counted as it said them; attempts that brought no output among them. */
      readonly abstained: number;
      readonly routed: number;
      readonly capsules: number;
      /** Attempts that the check at the capsule gate failed, whatever their grade. */
      readonly gateFailures: number;
      /** What the truth says of the same attempts; recorded, never read by the loop. */
      readonly trueMean: number | null;
    }
  | { readonly kind: 'criticised'; readonly influences: Readonly<Record<Influence, number>> }
  | { readonly kind: 'written'; readonly skill: Skill; readonly pattern: string; readonly members: number }
  | {
      readonly kind: 'not-written';
      readonly pattern: string;
      readonly reason: 'duplicate' | 'nothing-usable' | 'too-long';
      readonly detail: string;
    }
  | {
      /** What the synthesiser had before it: clusters of the window, those that an active skill covers, those not asked for. */
      readonly kind: 'clustered';
      readonly clusters: number;
      readonly covered: number;
      readonly overLimit: number;
    }
  | {
      readonly kind: 'left';
      readonly skillId: string;
      readonly reason: LeavingReason;
      readonly trials: number;
      readonly score: number | null;
      readonly detail: string;
    }
  | {
      readonly kind: 'rolled-back';
      readonly toRound: number;
      readonly best: number;
      readonly current: number;
      readonly restored: readonly string[];
      readonly archived: readonly string[];
    };
