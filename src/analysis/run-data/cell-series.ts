import { lastRounds } from '../../stats/index.js';
import type { CellName, GraderRoundRow, RunData, SkillRoundRow } from './rows.js';

/** A cell's skill rounds in order, with what tables, claims and figures read from them. */
export interface SkillSeries extends CellName {
  readonly rounds: readonly SkillRoundRow[];
  /** Mean locked score a round, over tasks with a truth. */
  readonly test: readonly number[];
  readonly untouched: readonly number[];
  readonly round0: number;
  /** The highest locked mean, and the first round that has it: the maximum over a noisy set. */
  readonly peak: number;
  readonly peakRound: number;
  /** Untouched mean in the locked peak's round. */
  readonly untouchedAtPeak: number;
  /** Mean of the last ten rounds (all of them where there are fewer). */
  readonly lastTen: number;
  readonly untouchedLastTen: number;
  /** Locked tasks that failed in round 0 … */
  readonly failedAtFirst: number;
  /** … and how many of those were solved at least once later. */
  readonly solvedLater: number;
  /** Share of locked tasks whose last score is above their first. */
  readonly endAboveStart: number;
}

/** Rounds that the last-rounds mean takes. */
const lastOf = 10;

/** The skill rounds of every cell that has any, in the order of the cells. */
export function skillSeries(run: RunData): readonly SkillSeries[] {
  return groupByCell(run.skillRounds).map((rounds) => seriesOf(rounds));
}

/** The grader rounds of every cell that has any, in the order of the cells. */
export function graderSeries(run: RunData): readonly (readonly GraderRoundRow[])[] {
  return groupByCell(run.graderRounds);
}

/** Consecutive or not: all rows of a cell together, cells in the order of their first row. */
export function groupByCell<Row extends CellName>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.family}/${row.arm}/${row.seed}/${row.repair}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

function seriesOf(rounds: readonly SkillRoundRow[]): SkillSeries {
  const first = rounds[0];
  const last = rounds.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a series without rounds');
  const { family, arm, seed, repair } = first;
  const test = rounds.map(({ testScores }) => meanOf(testScores));
  const untouched = rounds.map(({ untouchedScores }) => meanOf(untouchedScores));
  const peak = Math.max(...test);
  const peakRound = test.indexOf(peak);
  const failing = first.testScores.flatMap((score, task) => (score !== null && score < 1 ? [task] : []));
  const solved = failing.filter((task) => rounds.some(({ testScores }) => testScores[task] === 1));
  const above = first.testScores.filter((score, task) => (last.testScores[task] ?? 0) > (score ?? 0));
  return {
    family,
    arm,
    seed,
    repair,
    rounds,
    test,
    untouched,
    round0: test[0] ?? 0,
    peak,
    peakRound,
    untouchedAtPeak: untouched[peakRound] ?? 0,
    lastTen: tail(test),
    untouchedLastTen: tail(untouched),
    failedAtFirst: failing.length,
    solvedLater: solved.length,
    endAboveStart: above.length / first.testScores.length,
  };
}

function tail(values: readonly number[]): number {
  return lastRounds(values, Math.min(lastOf, values.length)).mean;
}

/** Mean of the scores that are there; 0 where none is (a split without any truth). */
function meanOf(scores: readonly (number | null)[]): number {
  const known = scores.filter((score): score is number => score !== null);
  return known.length === 0 ? 0 : known.reduce((sum, score) => sum + score, 0) / known.length;
}
