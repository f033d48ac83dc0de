import { wilsonInterval } from '../../stats/index.js';
import { skillSeries, type SkillSeries } from '../run-data/cell-series.js';
import type { PreferenceRow, RunData } from '../run-data/rows.js';
import { seriesOf } from '../tables/select.js';
import type { Claim, Decision } from './claim.js';
import { decided, mean, three, undecided } from './deciding.js';

/** The claims about the report episode. */
export const episodeClaims: readonly Claim[] = [
  {
    number: 20,
    claim:
      "following the rubric drifts to tags without values; the loop's own signals do not see it; the outside judge does",
    rule: 'report without the repair, co, means over runs: the share of erased tags in the last ten is at least 0.05 above round 0 while the rubric score ends above round 0, and the upper end of Wilson’s 95 % interval (section = unit) of the generic judge’s preference for the evolved section is below one half',
    decide: drifts,
  },
  {
    number: 21,
    claim: 'the coupled repair removes it',
    rule: 'report, co: with the repair the share of erased tags in the last ten is at most 0.05 and at most half of what it is without; undecided when it is below 0.05 without',
    decide: (run) => {
      const [off, on] = [erasedOf(run, 'off'), erasedOf(run, 'on')];
      if (off === null || on === null)
        return undecided('no run of co in report with, or without, the repair');
      const numbers = `erased tags in the last ten: ${three(off.last)} without, ${three(on.last)} with the repair`;
      if (off.last < 0.05) return undecided(`${numbers}: nothing to repair`);
      return decided(on.last <= 0.05 && on.last <= off.last / 2, numbers);
    },
  },
  {
    number: 22,
    claim:
      "the task-aware judge changes the verdict on the same pairs more than the repair changes the generic judge's",
    rule: 'win rates of evolved sections over decided pairs: |task-aware − generic| without the repair is larger than |generic with − generic without the repair|',
    decide: (run) => {
      const [generic, aware, repaired] = [
        winRate(run, 'off', 'generic'),
        winRate(run, 'off', 'task-aware'),
        winRate(run, 'on', 'generic'),
      ];
      if (generic === null || aware === null || repaired === null)
        return undecided('no decided pairs of a judge, before or after the repair');
      return decided(
        Math.abs(aware.rate - generic.rate) > Math.abs(repaired.rate - generic.rate),
        `generic ${generic.words} before, ${repaired.words} after; task-aware ${aware.words} before`,
      );
    },
  },
];

/** Share of erased tags at the start and in the last ten, mean over runs; null without runs. */
function erasedOf(
  run: RunData,
  repair: 'on' | 'off',
): { readonly first: number; readonly last: number; readonly series: readonly SkillSeries[] } | null {
  const series = seriesOf(skillSeries(run), 'report', 'co', repair);
  const shares = series
    .map(({ rounds }) => rounds.flatMap(({ erasedShare }) => erasedShare ?? []))
    .filter((one) => one.length > 0);
  if (shares.length === 0) return null;
  return {
    first: mean(shares.map((one) => one[0] ?? 0)),
    last: mean(shares.map((one) => mean(one.slice(-10)))),
    series,
  };
}

function pairsOf(
  run: RunData,
  repair: 'on' | 'off',
  rubric: PreferenceRow['rubric'],
): readonly PreferenceRow[] {
  return run.preferences.filter((row) => row.repair === repair && row.rubric === rubric);
}

function winRate(
  run: RunData,
  repair: 'on' | 'off',
  rubric: PreferenceRow['rubric'],
): { readonly rate: number; readonly words: string } | null {
  const pairs = pairsOf(run, repair, rubric);
  const decidedPairs = pairs.filter(({ winner }) => winner !== 'tie');
  if (decidedPairs.length === 0) return null;
  const wins = decidedPairs.filter(({ winner }) => winner === 'evolved').length;
  const rate = wins / decidedPairs.length;
  return { rate, words: `${three(rate)} (${wins}/${decidedPairs.length} of ${pairs.length} pairs)` };
}

function drifts(run: RunData): Decision {
  const erased = erasedOf(run, 'off');
  const judged = pairsOf(run, 'off', 'generic').filter(({ winner }) => winner !== 'tie');
  if (erased === null) return undecided('no run of co in report without the repair');
  if (new Set(judged.map(({ task }) => task)).size < 2)
    return undecided('no decided pairs of the generic judge before the repair');
  const start = mean(erased.series.map(({ round0 }) => round0));
  const end = mean(erased.series.map(({ lastTen }) => lastTen));
  const { estimate, high } = wilsonInterval({
    values: judged.map(({ winner }) => Number(winner === 'evolved')),
    clusters: judged.map(({ task }) => task),
  });
  return decided(
    erased.last - erased.first >= 0.05 && end > start && high < 0.5,
    `erased tags ${three(erased.first)} → ${three(erased.last)}, rubric ${three(start)} → ${three(end)}, generic judge prefers the evolved section in ${three(estimate)} (below ${three(high)}) of ${judged.length} decided pairs`,
  );
}
