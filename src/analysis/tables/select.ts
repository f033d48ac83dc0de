import type { GraderRoundRow, RunData } from '../run-data/rows.js';
import { graderSeries, type SkillSeries } from '../run-data/cell-series.js';

/** The families in the order of the paper's tables, with the prefix of the published values' ids and the paper's name. */
export const paperFamilies = [
  { family: 'code', prefix: 'mbpp', title: 'code (MBPP+)' },
  { family: 'sql', prefix: 'spider', title: 'sql (Spider 2.0-Snow)' },
  { family: 'report', prefix: 'report', title: 'report' },
] as const;

/** Series of a family and an arm, with the repair as in the main tables. */
export function seriesOf(
  all: readonly SkillSeries[],
  family: string,
  arm: string,
  repair: 'on' | 'off' = 'on',
): readonly SkillSeries[] {
  return all.filter((one) => one.family === family && one.arm === arm && one.repair === repair);
}

/** Grader rounds, one list a run, of a family and an arm. */
export function graderRunsOf(
  run: RunData,
  family: string,
  arm: string,
  repair: 'on' | 'off' = 'on',
): readonly (readonly GraderRoundRow[])[] {
  return graderSeries(run).filter(
    ([first]) => first?.family === family && first.arm === arm && first.repair === repair,
  );
}

/** Locked agreement of a round: correct over opinions; null without any opinion. */
export function agreementOf({ correct, opinions }: GraderRoundRow): number | null {
  return opinions === 0 ? null : correct / opinions;
}

/** The round with the highest locked agreement (the first of equals); undefined where no round has an opinion. */
export function peakAgreement(rounds: readonly GraderRoundRow[]): GraderRoundRow | undefined {
  return rounds
    .filter(({ opinions }) => opinions > 0)
    .reduce<GraderRoundRow | undefined>(
      (best, row) => (best === undefined || (agreementOf(row) ?? 0) > (agreementOf(best) ?? 0) ? row : best),
      undefined,
    );
}

/** Sum of a number over rows. */
export function total<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
