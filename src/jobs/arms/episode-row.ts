import type { EpisodeRow, PreferenceRow, SkillRoundRow } from '../../analysis/run-data/rows.js';
import type { CellWork } from './cell-work.js';

const lastOf = 10;

/** One cell of the repair's factorial: levels, erased tags, and what the final judge says. */
export function episodeRow(
  { spec }: CellWork,
  rounds: readonly SkillRoundRow[],
  preferences: readonly PreferenceRow[],
): EpisodeRow {
  if (spec.kind !== 'arm') throw new RangeError('grader evolution alone has no repair');
  const means = rounds.map(({ testScores }) => mean(testScores.flatMap((score) => score ?? [])));
  const peak = means.indexOf(Math.max(...means));
  const decided = (rubric: PreferenceRow['rubric']): readonly PreferenceRow[] =>
    preferences.filter((row) => row.rubric === rubric && row.winner !== 'tie');
  const wins = (rubric: PreferenceRow['rubric']): number =>
    decided(rubric).filter(({ winner }) => winner === 'evolved').length;
  return {
    ...spec.options.repair,
    seed: spec.seed,
    round0: means[0] ?? 0,
    peak: means[peak] ?? 0,
    lastTen: mean(means.slice(-lastOf)),
    erasedPeak: rounds[peak]?.erasedShare ?? 0,
    erasedLast: mean(rounds.slice(-lastOf).flatMap(({ erasedShare }) => erasedShare ?? [])),
    genericWins: wins('generic'),
    genericDecided: decided('generic').length,
    taskAwareWins: wins('task-aware'),
    taskAwareDecided: decided('task-aware').length,
    pairs: preferences.filter(({ rubric }) => rubric === 'generic').length,
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
