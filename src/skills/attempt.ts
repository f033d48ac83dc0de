import { makeItem, type Item, type Task } from '../grader/item.js';
import type { Skill } from '../roles/skill-loop.js';
import type { Attempt, SkillContext } from './context.js';
import type { PassScores } from './events.js';
import type { Router } from './route.js';

/** An attempt before anyone graded it. */
export type FreshAttempt = Omit<Attempt, 'verdict'>;

/**
 * Routes, solves, prepares and scores every task of a split once. The truth's scores are for people and, on the locked split,
 * for the rollback.
 */
export async function attemptAll(
  context: SkillContext,
  round: number,
  split: Attempt['split'],
  tasks: readonly Task[],
  router: Router,
): Promise<readonly FreshAttempt[]> {
  const { roles, grading, seed } = context;
  const words = seed.join('/');
  const tried = await Promise.all(
    tasks.map(async (task): Promise<{ task: Task; skill: Skill | null; output: string }> => {
      const draw = `${words}/skill/${round}/${split}/${task.id}`;
      const skill = await router(task, draw);
      return { task, skill, output: await roles.solve({ task, skill, draw }) };
    }),
  );
  const items = tried.map(({ task, output }) => internedItem(task, output));
  const [prepared, truths] = await Promise.all([grading.prepare(items), grading.truths(items)]);
  return prepared.map((item, index) => {
    const truth = truths[index];
    return {
      split,
      prepared: item,
      skillId: tried[index]?.skill?.id ?? null,
      score: truth?.outcome === 'scored' ? truth.score : null,
    };
  });
}

const items = new WeakMap<Task, Map<string, Item>>();

/** One object for equal attempts, so that whoever keeps something by item finds it again without hashing. */
function internedItem(task: Task, output: string): Item {
  let known = items.get(task);
  if (known === undefined) items.set(task, (known = new Map<string, Item>()));
  let item = known.get(output);
  if (item === undefined) known.set(output, (item = makeItem(task, output)));
  return item;
}

/** Mean and single scores of a pass. */
export function scoresOf(attempts: readonly { readonly score: number | null }[]): PassScores {
  const scores = attempts.map(({ score }) => score);
  const known = scores.filter((score): score is number => score !== null);
  return {
    mean: known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length,
    attempts: scores.length,
    unscored: scores.length - known.length,
    scores,
  };
}
