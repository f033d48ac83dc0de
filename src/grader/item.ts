import { contentHash, sha256 } from '../hash.js';
import type { JsonObject } from '../json.js';

/**
 * A task as every room sees it. `visible` is what a solver, a judge and an op may see beside the prompt; `hidden` is
 * what only the truth reads; `reference` is the gold answer (null when the task has none), read by teachers and truth.
 */
export interface Task {
  /** Unique in its family, e.g. `code/strings/collapse-spaces`. */
  readonly id: string;
  readonly prompt: string;
  /** The topic within the family, e.g. `strings`; skills are written for a failure class and a topic. */
  readonly topic: string;
  readonly reference: string | null;
  readonly visible: JsonObject;
  readonly hidden: JsonObject;
}

/** One output for one task. */
export interface Item {
  /** `<task id>@<first 12 hex digits of the output's SHA-256>`. */
  readonly id: string;
  readonly task: Task;
  readonly output: string;
}

/** What a family's root found in an output: parse summary, execution trace, result table, cited cards. Plain JSON. */
export type Facts = JsonObject;

/** An item with its root's finding: everything that an op may look at. */
export interface PreparedItem {
  readonly item: Item;
  readonly root: RootFinding;
}

/** The fixed structural check of a family. A root DRAWBACK makes the whole grader say FAIL. */
export interface RootFinding {
  readonly verdict: 'DRAWBACK' | 'CLEAN';
  readonly facts: Facts;
  /** Set where the wall clock, not the output alone, decided a fact: such a finding is never cached. */
  readonly timedOut?: true;
}

/** Makes an item; equal task and output give an equal id. */
export function makeItem(task: Task, output: string): Item {
  return { id: `${task.id}@${sha256(output).slice(0, 12)}`, task, output };
}

/** Begins the output of an attempt of which nothing came that could be judged. No text that a solver writes begins so. */
const unscoredMark = '\uE000unscored: ';

/**
 * What stands for the output of an attempt that was refused, cut short or never came: neither right nor wrong.
 *
 * @example
 * unscoredReason(unscoredOutput('refused')) // 'refused'
 */
export function unscoredOutput(reason: string): string {
  return `${unscoredMark}${reason}`;
}

/** Why an output cannot be judged, or null for every real output. */
export function unscoredReason(output: string): string | null {
  return output.startsWith(unscoredMark) ? output.slice(unscoredMark.length) : null;
}

/** The part of a task that solvers, judges and ops may see. */
export function visibleTask(task: Task): JsonObject {
  return { id: task.id, prompt: task.prompt, topic: task.topic, ...task.visible };
}

/** The content identity of an item for caches: the whole task and the output. */
export function itemHash(item: Item): string {
  return contentHash([taskHash(item.task), item.output]);
}

const hashes = new WeakMap<Task, string>();

/** The content identity of a task, computed once per object. */
export function taskHash(task: Task): string {
  let hash = hashes.get(task);
  if (hash === undefined) {
    hash = contentHash(task);
    hashes.set(task, hash);
  }
  return hash;
}
