import type { GraderRoundRow, RunData } from '../run-data/rows.js';
import { skillSeries, type SkillSeries } from '../run-data/cell-series.js';
import { runDifference } from '../../stats/index.js';
import { graderRunsOf, seriesOf } from '../tables/select.js';
import type { Decision } from './claim.js';

/** The families of the paper with a task truth, and all three. */
export const taskFamilies = ['code', 'sql'] as const;
export const families = ['code', 'sql', 'report'] as const;

/** The rule decided. */
export function decided(holds: boolean, numbers: string): Decision {
  return { outcome: holds ? 'holds' : 'does not hold', numbers };
}

/** The run does not have what the rule needs, or its numbers leave both answers open. */
export function undecided(why: string): Decision {
  return { outcome: 'cannot be decided', numbers: why };
}

/** A difference of two arms with the run as the unit. */
export interface Difference {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** e.g. `+0.017 [−0.061, +0.095], 3 + 3 runs` */
  readonly words: string;
}

/** Welch's 95 % interval of a − b; null with fewer than two runs on a side. */
export function differenceOf(a: readonly number[], b: readonly number[]): Difference | null {
  if (a.length < 2 || b.length < 2) return null;
  const { difference: value, low, high } = runDifference(a, b);
  const words = `${signed(value)} [${signed(low)}, ${signed(high)}], ${a.length} + ${b.length} runs`;
  return { value, low, high, words };
}

/** Within noise: the interval of the difference holds 0. That is no proof of equality; its width says how little is known. */
export function withinNoise({ low, high }: Difference): boolean {
  return low <= 0 && high >= 0;
}

/** The runs of two arms in a family, one number a run, compared. */
export function compareArms(
  run: RunData,
  family: string,
  [a, b]: readonly [string, string],
  of: (one: SkillSeries) => number,
): Difference | null {
  const all = skillSeries(run);
  return differenceOf(seriesOf(all, family, a).map(of), seriesOf(all, family, b).map(of));
}

/** Grader runs of evolution alone; of co where a run has no evolution alone. */
export function evolutionRuns(run: RunData, family: string): readonly (readonly GraderRoundRow[])[] {
  const alone = graderRunsOf(run, family, 'evolution');
  return alone.length > 0 ? alone : graderRunsOf(run, family, 'co');
}

/** The last round of each grader run. */
export function lastRows(runs: readonly (readonly GraderRoundRow[])[]): readonly GraderRoundRow[] {
  return runs.flatMap((rounds) => rounds.slice(-1));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation; 0 of fewer than two. */
export function spreadOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

export function three(value: number): string {
  return value.toFixed(3).replace('-', '−');
}

function signed(value: number): string {
  return `${value < 0 && Number(value.toFixed(3)) !== 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
