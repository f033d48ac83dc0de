import type { Item, Task } from '../grader/item.js';
import type { SoftLabel } from '../roles/roles.js';

/** A dev item with its soft label: the only supervision of grader evolution. */
export interface Anchor {
  readonly item: Item;
  readonly label: SoftLabel;
}

/** A task with the passes of the frozen solver at screening (of five samples; null where a family is not screened). */
export interface ScreenedTask {
  readonly task: Task;
  readonly passes: number | null;
}

/** The fixed material of a family: screened tasks in four splits, ten anchors with soft labels. Seeds vary the loop, not the pack. */
export interface Pack {
  /** Content hash of everything below. */
  readonly hash: string;
  readonly train: readonly ScreenedTask[];
  /** Five failures and five clean positives. */
  readonly anchors: readonly Anchor[];
  /** Locked: read by audits only. */
  readonly test: readonly ScreenedTask[];
  /** The third split that the paper lacks. */
  readonly untouched: readonly ScreenedTask[];
  readonly screening: Screening;
}

/** What screening did, with its denominators. */
export interface Screening {
  /** Tasks that were looked at. */
  readonly tasks: number;
  readonly droppedAlwaysPassed: number;
  readonly droppedUnusable: readonly { readonly id: string; readonly reason: string }[];
  /** Tasks that were good but not needed. */
  readonly unplaced: number;
  /** Share of the train tasks that one fresh frozen sample passes, and its mean score (the same where scores are 0 or 1). */
  readonly trainPassRate: number | null;
  readonly trainScore: number | null;
  /** Train tasks behind both; a sample whose truth is not to be had does not count. */
  readonly trainSamples: number;
}

/** Samples of the frozen solver a task at screening. */
export const screeningSamples = 5;
