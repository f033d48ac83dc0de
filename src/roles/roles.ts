import type { Facts, Item, Task } from '../grader/item.js';
import type { OpFinding, OpOrigin, OpSpec } from '../grader/op.js';
import type { Label } from '../verdict.js';
import type { Skill, SkillLoopRoles } from './skill-loop.js';

export type { Skill } from './skill-loop.js';

/** A request to the frozen solver. `draw` is derived from (cell, round, role, item): equal draws give equal outputs. */
export interface SolveRequest {
  readonly task: Task;
  /** The skill put into the prompt, if the router chose one. */
  readonly skill: Skill | null;
  readonly draw: string;
}

/** A teacher's soft label of an output, read against the reference. */
export interface SoftLabel {
  readonly label: Label;
  /** Failure classes that the teacher names, from the family's closed taxonomy; empty for a pass. */
  readonly failureClasses: readonly string[];
  readonly reason: string;
}

/** Misses or gaps of one failure class: what one op is to be written for. */
export interface Cluster {
  readonly failureClass: string;
  readonly origin: Exclude<OpOrigin, 'seed'>;
  /** Items of the cluster with what the root found: at least two. */
  readonly members: readonly { readonly item: Item; readonly facts: Facts }[];
}

/** A request for one typed op. The names in use must not be reused. */
export interface DraftRequest {
  readonly cluster: Cluster;
  readonly usedNames: readonly string[];
  readonly round: number;
  readonly draw: string;
}

/** What a composer sees: the catalogue of selectable ops, current gaps, elites with their weaknesses. Never the test split. */
export interface ComposeRequest {
  readonly catalogue: readonly {
    readonly name: string;
    readonly failureClass: string;
    readonly tier: OpSpec['tier'];
    readonly description: string;
  }[];
  readonly gapClasses: readonly { readonly failureClass: string; readonly count: number }[];
  readonly elites: readonly {
    readonly expression: string;
    readonly objective: number;
    readonly missClasses: readonly string[];
    readonly falseAlarms: number;
  }[];
  /** How many expressions are wanted at the most. */
  readonly count: number;
  readonly draw: string;
}

/** One narrow yes/no question about one output. */
export interface JudgeRequest {
  readonly question: string;
  readonly failureClass: string;
  readonly item: Item;
  readonly draw: string;
}

/** Which failure class an observer reads in an item, for clustering misses and gaps by the closed taxonomy. */
export interface ClassifyRequest {
  readonly item: Item;
  readonly facts: Facts;
  readonly draw: string;
}

/** Which rubric a pairwise judge reads by: any reader's, or one that knows the task's contract. */
export type PreferenceRubric = 'generic' | 'task-aware';

/** Which of two outputs for the same task is better. The order in which they are shown is part of the question. */
export interface PreferRequest {
  readonly task: Task;
  readonly first: string;
  readonly second: string;
  readonly rubric: PreferenceRubric;
  readonly draw: string;
}

/** A pairwise judge's answer, with its reasons in words. */
export interface Preference {
  readonly winner: 'first' | 'second' | 'tie';
  readonly reasons: readonly string[];
}

/**
 * Everyone who is asked something: a simulated stand-in or a real model. All methods are asynchronous and seeded by a
 * draw; none keeps state that changes an answer. Rooms take the part they need, e.g. `Pick<Roles, 'draftOp' | 'compose'>`.
 */
export interface Roles extends SkillLoopRoles {
  /** Who plays: printed on every table, figure and page, and part of every cache key and config hash. */
  readonly identity: {
    /** `none`: outputs and labels are given, and nobody is asked anything. */
    readonly kind: 'simulated' | 'model' | 'none';
    readonly name: string;
    readonly version: string;
  };
  solve(request: SolveRequest): Promise<string>;
  /** @returns null where no label is to be had, e.g. for an attempt that was refused: such an item is no anchor */
  teach(request: { readonly item: Item; readonly draw: string }): Promise<SoftLabel | null>;
  classify(request: ClassifyRequest): Promise<string | null>;
  draftOp(request: DraftRequest): Promise<OpSpec | null>;
  compose(request: ComposeRequest): Promise<readonly string[]>;
  judge(request: JudgeRequest): Promise<OpFinding>;
  /** @throws PawlError `usage` for a family without a pairwise judge */
  prefer(request: PreferRequest): Promise<Preference>;
}
