import type { Item, PreparedItem, RootFinding, Task } from '../grader/item.js';
import type { OpSpec } from '../grader/op.js';
import type { OwnRoot } from '../grader/own-root.js';
import type { JsonObject } from '../json.js';
import type { Label } from '../verdict.js';

/** How many tasks go where. Every family has ten dev tasks: five clear failures, five clean positives. */
export interface SplitSizes {
  readonly train: number;
  readonly dev: number;
  readonly test: number;
  readonly untouched: number;
}

/** The deterministic truth about one output. `unscored` = evidence missing (infrastructure): neither pass nor fail. */
export type Truth =
  | {
      readonly outcome: 'scored';
      /** The hard label: hidden tests, execution comparison, demo-delta misses. */
      readonly label: Label;
      /** The task's score in [0, 1]: 0 or 1 for code and sql, the rubric for report. */
      readonly score: number;
      /** The failure class that the evidence shows, from the family's taxonomy; null for a pass or where nothing tells. */
      readonly failureClass: string | null;
      /** What was observed, for people and for skills: no hidden input or expected value. */
      readonly evidence: string;
      readonly details: JsonObject;
      /** Set where the wall clock, not the output alone, decided: such a truth is never cached. */
      readonly timedOut?: true;
    }
  | { readonly outcome: 'unscored'; readonly reason: string };

/** One line of what was seen in an output. */
export interface FactLine {
  readonly source: 'root' | 'execution';
  readonly text: string;
  readonly failureClass?: string;
}

/** A kind of task: tasks, root, seed ops, closed taxonomy, deterministic truth. Knows neither who solves nor who judges. */
export interface Family {
  readonly name: string;
  /** Content hash of tasks, root, seed ops and truth: changes whenever a verdict or a truth could. */
  readonly version: string;
  readonly taxonomy: readonly string[];
  /** The exponent w of A_train in the objective. */
  readonly consensusWeight: number;
  readonly splitSizes: SplitSizes;
  /** Screened families drop tasks that five frozen samples all pass; report is not screened. */
  readonly screened: boolean;
  /** Locked items judged per held-out task: 1 for code and sql, 2 for report. */
  readonly auditItemsPerTask: number;
  /** All tasks, sorted by id. */
  readonly tasks: readonly Task[];
  readonly seedOps: readonly OpSpec[];
  /** The hand-written seed grader: what one would build from the seed ops without evolution (an expression's text). */
  readonly handSeed: string;
  /** The seed op that asks a judge the bare question "is this output wrong?"; empty where no op asks one. */
  readonly bareJudge: string;
  /** What the root of a user's own family checks: a grader file brings it along. Built-in families have none. */
  readonly own?: OwnRoot;
  /** Failure classes that the family's rubric counts as metric discipline; the repair's hints speak of them. */
  readonly metricDiscipline?: readonly string[];
  root(item: Item): Promise<RootFinding>;
  truth(item: Item): Promise<Truth>;
  /** What root and execution saw, in words for a critic and a writer of skills; nothing hidden is told. */
  describe?(prepared: PreparedItem): readonly FactLine[];
  /** The check at the capsule gate: what is wrong with an attempt whatever its grade; null where nothing is. */
  capsuleGate?(prepared: PreparedItem): Omit<FactLine, 'source'> | null;
}
