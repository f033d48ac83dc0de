import type { Item, Task } from '../grader/item.js';
import type { Verdict } from '../verdict.js';

/** Where a skill stands. Nothing is ever deleted. */
export type SkillStatus = 'ACTIVE' | 'CANDIDATE' | 'DEPRECATED';

/** A skill of the library (the Ratchet loop's fields); at most 1,500 characters as printed into a prompt. */
export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly intent: string;
  readonly description: string;
  readonly signalsMatch: readonly string[];
  readonly preconditions: readonly string[];
  readonly tags: readonly string[];
  readonly guidance: {
    readonly appliesWhen: string;
    readonly keyInsight: string;
    readonly commonPitfalls: readonly string[];
    readonly verifyBeforeReturning: readonly string[];
  };
  readonly status: SkillStatus;
}

/** One line of a capsule's error text, marked with where it comes from. */
export interface EvidenceLine {
  /**
   * `root`, `execution`: facts of the family's root; `op`: name and description of an op that fired; `gate`: a check at the
   * capsule gate, e.g. value erasure; `truth`: what the truth observed, in the reference arm alone.
   */
  readonly source: 'root' | 'execution' | 'op' | 'gate' | 'truth';
  readonly text: string;
  /** The failure class that the line speaks of, where it names one. */
  readonly failureClass?: string;
}

/** A train attempt kept as experience: what was tried, with which skill, what the training grader said and why. */
export interface Capsule {
  readonly item: Item;
  /** The skill in the prompt, if any. */
  readonly skillId: string | null;
  /** What the training grader said; the truth's verdict in the reference arm. */
  readonly verdict: Verdict;
  /** True when the attempt counts as failed. */
  readonly failed: boolean;
  readonly evidence: readonly EvidenceLine[];
}

/** Which skill, if any, goes into the prompt for a task. */
export interface RouteRequest {
  readonly task: Task;
  /** At most 20 skills; the loop has narrowed a larger library. */
  readonly skills: readonly Skill[];
  readonly draw: string;
}

/** A critic's verdict on what the skill in the prompt did. */
export type Influence = 'HELPED' | 'HURT' | 'NEUTRAL' | 'INAPPLICABLE';

/** A critic reads one capsule. */
export interface CriticiseRequest {
  readonly capsule: Capsule;
  /** The skill that was in the prompt. */
  readonly skill: Skill | null;
  /** The family's closed taxonomy. */
  readonly taxonomy: readonly string[];
  readonly draw: string;
}

/** One verdict per capsule. */
export interface Criticism {
  readonly influence: Influence;
  /** The failure pattern in a few words, e.g. `off-by-one in strings`; empty when the critic sees none. */
  readonly pattern: string;
  /** The failure class of the pattern, from the taxonomy, where the critic can tell. */
  readonly failureClass: string | null;
  readonly confidence: 'LOW' | 'MEDIUM' | 'HIGH';
  readonly reason: string;
}

/** How failure hints speak of evidence: as the rubric counts it, or rewritten to teach "value plus tag" (the repair). */
export type HintStyle = 'as-scored' | 'value-plus-tag';

/** A verdict that speaks for a cluster, with what was seen. */
export interface ClusterMember {
  readonly taskId: string;
  readonly topic: string;
  readonly failed: boolean;
  readonly evidence: readonly EvidenceLine[];
  readonly criticism: Criticism;
}

/** A request for one skill from a cluster of at least three verdicts. */
export interface WriteSkillRequest {
  readonly pattern: string;
  readonly failureClass: string | null;
  readonly topic: string | null;
  readonly members: readonly ClusterMember[];
  /** Hint wording for this cluster (report family; see the repair episode). */
  readonly hints: HintStyle;
  /** Names that are taken. */
  readonly usedNames: readonly string[];
  readonly round: number;
  readonly draw: string;
}

/** A skill as written; the library gives it an id, a version and a status. */
export type SkillDraft = Omit<Skill, 'id' | 'version' | 'status'>;

/** The roles of the skill loop. */
export interface SkillLoopRoles {
  /** @returns the id of one of the skills, or null for none of them */
  route(request: RouteRequest): Promise<string | null>;
  criticise(request: CriticiseRequest): Promise<Criticism>;
  /** @returns null when the writer has nothing usable to say */
  writeSkill(request: WriteSkillRequest): Promise<SkillDraft | null>;
}
