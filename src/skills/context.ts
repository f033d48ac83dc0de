import type { Family } from '../families/family.js';
import type { PreparedItem, Task } from '../grader/item.js';
import type { Grading } from '../grading/grading.js';
import type { Roles } from '../roles/roles.js';
import type { EvidenceLine } from '../roles/skill-loop.js';
import type { Verdict } from '../verdict.js';
import type { SkillEvent } from './events.js';
import type { SkillSettings } from './settings.js';
import type { SkillState } from './state.js';

/** What the training grader says of one train attempt, and the evidence lines that it adds (fired ops; truth in the reference arm). */
export interface TrainingGrade {
  readonly verdict: Verdict;
  readonly evidence: readonly EvidenceLine[];
}

/** Whoever grades train attempts: an evolved grader, a fixed one, or the truth. Grades come back in the order of the items. */
export type TrainingGrader = (items: readonly PreparedItem[]) => Promise<readonly TrainingGrade[]>;

/** Everything that one skill round may look at, handed in. */
export interface SkillContext {
  readonly family: Family;
  readonly roles: Pick<Roles, 'solve' | 'route' | 'criticise' | 'writeSkill'>;
  readonly grading: Pick<Grading, 'prepare' | 'truths'>;
  readonly settings: SkillSettings;
  /** The words that every draw and random choice of this cell starts from, e.g. arm, family, seed. */
  readonly seed: readonly (string | number)[];
  readonly train: readonly Task[];
  /** Locked: held-out scoring and rollback read it; grades and capsules never do. */
  readonly test: readonly Task[];
  /** Scored beside the locked split and read by nothing. */
  readonly untouched: readonly Task[];
  readonly grade: TrainingGrader;
}

/** One attempt of a pass over a split. */
export interface Attempt {
  readonly split: 'train' | 'test' | 'untouched';
  readonly prepared: PreparedItem;
  readonly skillId: string | null;
  /** The training grader's verdict on train; null elsewhere. */
  readonly verdict: Verdict | null;
  /** The truth's score in [0, 1]; null where it was not to be had. On train it is recorded for people and read by no one. */
  readonly score: number | null;
}

/** A skill round's outcome. */
export interface SkillRoundResult {
  readonly state: SkillState;
  readonly events: readonly SkillEvent[];
  readonly attempts: readonly Attempt[];
}
