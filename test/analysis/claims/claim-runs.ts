import type {
  GraderRoundRow,
  PreferenceRow,
  ReplayRow,
  RunData,
  SkillRoundRow,
  VerdictRow,
} from '../../../src/analysis/run-data/rows.js';
import { tidyRun } from '../../support/tidy-run.js';

/** A made-up run of 24 skill rounds and three seeds; what a claim reads is set by the functions below. */
export const base: RunData = tidyRun({ rounds: 24 });

/** A little apart, the same in every arm, so that a difference of arms has an interval. */
const apart: Readonly<Record<number, number>> = { 42: -0.01, 7: 0, 13: 0.01 };

/** Every task of every round scores what the level says, a hundredth apart between seeds. */
export function withLevels(
  run: RunData,
  level: (row: Pick<SkillRoundRow, 'family' | 'arm' | 'round' | 'repair'>) => number,
): RunData {
  return {
    ...run,
    skillRounds: run.skillRounds.map((row) => {
      const scores = Array.from({ length: 8 }, () => level(row) + (apart[row.seed] ?? 0));
      return { ...row, testScores: scores, untouchedScores: scores };
    }),
  };
}

/** The run without an arm. */
export function without(run: RunData, arm: string): RunData {
  return {
    ...run,
    skillRounds: run.skillRounds.filter((row) => row.arm !== arm),
    graderRounds: run.graderRounds.filter((row) => row.arm !== arm),
  };
}

/** The run with another arm, whose skill rounds are copied from one that is there. */
export function withCopy(run: RunData, arm: string, as: { arm?: string; repair?: 'on' | 'off' }): RunData {
  const copies = run.skillRounds.filter((row) => row.arm === arm).map((row) => ({ ...row, ...as }));
  return { ...run, skillRounds: [...run.skillRounds, ...copies] };
}

/** Skill rounds changed one by one. */
export function withSkillRounds(
  run: RunData,
  change: (row: SkillRoundRow) => Partial<SkillRoundRow>,
): RunData {
  return { ...run, skillRounds: run.skillRounds.map((row) => ({ ...row, ...change(row) })) };
}

/** Grader rounds changed one by one. */
export function withGraderRounds(
  run: RunData,
  change: (row: GraderRoundRow) => Partial<GraderRoundRow>,
): RunData {
  return { ...run, graderRounds: run.graderRounds.map((row) => ({ ...row, ...change(row) })) };
}

/** Verdicts of two graders on 40 locked items of code in three seeds; who is right where, is said by the functions. */
export function withVerdicts(
  run: RunData,
  other: VerdictRow['grader'],
  evolvedRight: (item: number, seed: number) => boolean,
  otherRight: (item: number, seed: number) => boolean,
): RunData {
  const verdicts = [42, 7, 13].flatMap((seed) =>
    Array.from({ length: 40 }, (_, item) => item).flatMap((item) => {
      const row = (grader: VerdictRow['grader'], right: boolean): VerdictRow => ({
        family: 'code',
        arm: 'evolution',
        seed,
        repair: 'on',
        grader,
        item: `code/${item}`,
        label: 'FAIL',
        verdict: right ? 'FAIL' : 'PASS',
      });
      return [
        row('peak', evolvedRight(item, seed)),
        row('last', evolvedRight(item, seed)),
        row(other, otherRight(item, seed)),
      ];
    }),
  );
  return { ...run, verdicts };
}

/** Forty sections a judge and a state, of which so many are wins and none a tie. */
export function withPreferences(
  run: RunData,
  wins: readonly (readonly ['on' | 'off', PreferenceRow['rubric'], number])[],
): RunData {
  return {
    ...run,
    preferences: wins.flatMap(([repair, rubric, won]) =>
      Array.from({ length: 40 }, (_, task): PreferenceRow => ({
        family: 'report',
        arm: 'co',
        seed: 42,
        repair,
        against: 'peak',
        rubric,
        task: `report/${task}`,
        winner: task < won ? 'evolved' : 'baseline',
        reasons: '',
      })),
    ),
  };
}

/** A replay with a mean and a spread a size: half of the subsamples above, half below. */
export function withReplay(
  run: RunData,
  sizes: readonly { readonly size: number; readonly mean: number; readonly spread: number }[],
): RunData {
  return {
    ...run,
    replay: sizes.flatMap(({ size, mean, spread }) =>
      Array.from({ length: 20 }, (_, subsample): ReplayRow => ({
        family: 'report',
        anchors: 'subset',
        size,
        subsample,
        expression: '(any crash)',
        correct: 1000 * (mean + (subsample % 2 === 0 ? spread : -spread)),
        opinions: 1000,
        items: 1000,
      })),
    ),
  };
}
