import { random } from '../random.js';
import type { ScreenedTask } from './pack.js';

/**
 * Deals tasks to splits so that every split gets its share of every pass rate: tasks are ordered by pass rate (and by a
 * seeded shuffle within one), and each goes to the split that is furthest behind its share.
 *
 * @param sizes how many tasks each split gets; together at most as many as there are tasks
 * @returns the splits in the order of `sizes`, each sorted by task id; what is left over comes last
 */
export function dealSplits(
  tasks: readonly ScreenedTask[],
  sizes: readonly number[],
  seed: string,
): ScreenedTask[][] {
  const left = tasks.length - sizes.reduce((sum, size) => sum + size, 0);
  const quotas = [...sizes, left];
  const order = random(seed, 'deal')
    .shuffle(tasks)
    .sort((a, b) => (a.passes ?? 0) - (b.passes ?? 0));
  const splits: ScreenedTask[][] = quotas.map(() => []);
  for (const [index, task] of order.entries()) {
    const behind = quotas.map(
      (quota, split) => (quota * (index + 1)) / order.length - (splits[split]?.length ?? 0),
    );
    const open = behind.map((value, split) =>
      (splits[split]?.length ?? 0) < (quotas[split] ?? 0) ? value : -Infinity,
    );
    splits[open.indexOf(Math.max(...open))]?.push(task);
  }
  return splits.map((split) => split.sort((a, b) => (a.task.id < b.task.id ? -1 : 1)));
}
