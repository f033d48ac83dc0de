import { makeItem, type Item, type Task } from '../grader/item.js';
import type { Grading } from '../grading/grading.js';
import type { Roles } from '../roles/roles.js';
import { screeningSamples, type ScreenedTask } from './pack.js';

/** A task at screening: its samples, and whether it is used. */
export interface ScreenedCandidate extends ScreenedTask {
  readonly samples: readonly Item[];
  readonly fate: 'kept' | 'always passed' | 'unusable';
  readonly reason: string;
  /** The clock ended a sample: this screening must not be kept. */
  readonly timedOut: boolean;
}

/**
 * Draws five independent frozen samples of a task. Tasks passed every time are dropped (they can show neither a
 * failure nor a gain); tasks whose truth is not to be had are unusable, with the reason.
 */
export async function screenTask(
  task: Task,
  screened: boolean,
  roles: Pick<Roles, 'solve'>,
  grading: Pick<Grading, 'truths'>,
): Promise<ScreenedCandidate> {
  const draws = Array.from({ length: screeningSamples }, (_, sample) => `screen/${sample}`);
  const outputs = await Promise.all(draws.map((draw) => roles.solve({ task, skill: null, draw })));
  const samples = outputs.map((output) => makeItem(task, output));
  if (!screened) return { task, passes: null, samples, fate: 'kept', reason: '', timedOut: false };
  const truths = await grading.truths(samples);
  const unscored = truths.find((truth) => truth.outcome === 'unscored');
  if (unscored !== undefined)
    return { task, passes: null, samples, fate: 'unusable', reason: unscored.reason, timedOut: false };
  const timedOut = truths.some((truth) => truth.outcome === 'scored' && truth.timedOut === true);
  const passes = truths.filter((truth) => truth.outcome === 'scored' && truth.label === 'PASS').length;
  return {
    task,
    passes,
    samples,
    fate: passes === screeningSamples ? 'always passed' : 'kept',
    reason: '',
    timedOut,
  };
}
