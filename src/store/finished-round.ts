import type { Task } from '../grader/item.js';
import type { Label, Verdict } from '../verdict.js';

/** What a phase evolves. */
export type PhaseKind = 'grader' | 'skill';

/** An output that a round graded. */
export interface GradedOutput {
  /** `train`, `dev`, `test` or `untouched`. */
  readonly split: string;
  readonly task: Task;
  readonly output: string;
  /** What the selected grader says; null where none was selected. */
  readonly verdict: Verdict | null;
  /** The truth, on splits where it is read; null elsewhere. */
  readonly label: Label | 'unscored' | null;
}

/** An attempt of a skill round. */
export interface StoredAttempt {
  /** `train`, `test` or `untouched`. */
  readonly split: string;
  readonly task: Task;
  readonly output: string;
  readonly skillId: string | null;
  /** The training grader's verdict; null where it was not asked. */
  readonly verdict: Verdict | null;
  /** The truth's score; null where it was not to be had. */
  readonly score: number | null;
}

/** A finished round: everything lands together or not at all. */
export interface FinishedRound {
  readonly kind: PhaseKind;
  /** Plain JSON: all that the next round needs. */
  readonly state: unknown;
  /** The state after the round before in the same phase: only what changed is stored then. Never of a phase's first round. */
  readonly previous?: unknown;
  /** Plain JSON: all that the round decided, in order. */
  readonly events: readonly unknown[];
  readonly graded: readonly GradedOutput[];
  readonly attempts?: readonly StoredAttempt[];
}
