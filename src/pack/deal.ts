import { random } from '../random.js';
import type { ScreenedTask } from './pack.js';

/** How tasks are dealt. */
export interface Deal {
  /** How many tasks each split gets; together at most as many as there are tasks. */
  readonly sizes: readonly number[];
  readonly seed: string;
  /** Tasks that may go to the first split only (or be left over). */
  readonly onlyFirst?: (task: ScreenedTask) => boolean;
}

/**
 * Deals tasks to splits so that every split gets its share of every pass rate: tasks are ordered by pass rate (and by a
 * seeded shuffle within one), and each goes to the split that is furthest behind its share. Tasks that may go to the first
 * split only come first.
 *
 * @returns the splits in the order of `sizes`, each sorted by task id; what is left over comes last
 */
export function dealSplits(
  tasks: readonly ScreenedTask[],
  { sizes, seed, onlyFirst }: Deal,
): ScreenedTask[][] {
  const quotas = [...sizes, tasks.length - sizes.reduce((sum, size) => sum + size, 0)];
  const bound = (task: ScreenedTask): boolean => onlyFirst?.(task) ?? false;
  const order = random(seed, 'deal')
    .shuffle(tasks)
    .sort((a, b) => Number(bound(b)) - Number(bound(a)) || (a.passes ?? 0) - (b.passes ?? 0));
  const splits: ScreenedTask[][] = quotas.map(() => []);
  for (const [index, task] of order.entries()) {
    const places = bound(task) ? [0, sizes.length] : quotas.map((_, split) => split);
    const behind = (split: number): number => {
      const have = splits[split]?.length ?? 0;
      const quota = quotas[split] ?? 0;
      return have < quota ? (quota * (index + 1)) / order.length - have : -Infinity;
    };
    const best = places.reduce((a, b) => (behind(b) > behind(a) ? b : a));
    splits[best]?.push(task);
  }
  return splits.map((split) => split.sort((a, b) => (a.task.id < b.task.id ? -1 : 1)));
}
