import { signFlipTest } from '../../../stats/index.js';

interface Totals {
  /** Verdicts corrected and broken, over all tasks and runs. */
  readonly corrected: number;
  readonly broken: number;
  readonly tasks: number;
  readonly runs: number;
}

/** How many tasks have a difference of one, two and three verdicts, either way. */
interface Sizes {
  readonly ones: number;
  readonly twos: number;
  readonly threes: number;
}

/** More runs a task than this are not enumerated. */
export const mostRuns = 3;

/**
 * The two-sided task-level sign-flip p-values that totals of corrected and broken verdicts allow, ascending. A task's
 * difference is corrected minus broken among its runs (−3 … 3); p depends only on how many tasks have which size of
 * difference, so those numbers are enumerated. Empty when the totals fit no table; at most {@link mostRuns} runs.
 *
 * @example
 * attainableTaskPValues({ corrected: 2, broken: 0, tasks: 2, runs: 1 }) // [0.5]
 */
export function attainableTaskPValues(totals: Totals): number[] {
  const { corrected, broken, tasks, runs } = totals;
  const pValues: number[] = [];
  for (let threes = 0; threes <= (runs >= 3 ? tasks : 0); threes++) {
    for (let twos = 0; twos <= (runs >= 2 ? tasks - threes : 0); twos++) {
      for (let ones = 0; ones <= tasks - threes - twos; ones++) {
        if (ones + 2 * twos + 3 * threes > corrected + broken) break;
        const sizes = { ones, twos, threes };
        const positive = hasRoom(sizes, totals) ? positiveSizes(sizes, corrected - broken) : undefined;
        if (positive !== undefined) pValues.push(pValueOf(sizes, positive));
      }
    }
  }
  return pValues.sort((a, b) => a - b);
}

/**
 * Whether the discordant verdicts beyond the differences can cancel: a corrected and a broken verdict of one task do,
 * in a task with difference 0, or with difference 1 if a third run is left.
 */
function hasRoom({ ones, twos, threes }: Sizes, { corrected, broken, tasks, runs }: Totals): boolean {
  const cancelling = (corrected + broken - ones - 2 * twos - 3 * threes) / 2;
  const room = (runs >= 2 ? tasks - ones - twos - threes : 0) + (runs >= 3 ? ones : 0);
  return Number.isInteger(cancelling) && cancelling <= room;
}

/** How many of each size must be positive to give the net difference, if any choice does. */
function positiveSizes(sizes: Sizes, net: number): Sizes | undefined {
  const positive = (sizes.ones + 2 * sizes.twos + 3 * sizes.threes + net) / 2;
  for (let threes = Math.min(sizes.threes, Math.floor(positive / 3)); threes >= 0; threes--) {
    const twos = Math.min(sizes.twos, Math.floor((positive - 3 * threes) / 2));
    const ones = positive - 3 * threes - 2 * twos;
    if (ones >= 0 && ones <= sizes.ones) return { ones, twos, threes };
  }
  return undefined;
}

/** The exact p of differences with these sizes, of which so many are positive. */
function pValueOf(sizes: Sizes, positive: Sizes): number {
  const differences = [
    ...signs(sizes.threes, positive.threes, 3),
    ...signs(sizes.twos, positive.twos, 2),
    ...signs(sizes.ones, positive.ones, 1),
  ];
  return differences.length === 0 ? 1 : signFlipTest(differences, { method: 'exact', unit: 'task' }).pValue;
}

function signs(count: number, positive: number, size: number): number[] {
  return Array.from({ length: count }, (_, index) => (index < positive ? size : -size));
}
