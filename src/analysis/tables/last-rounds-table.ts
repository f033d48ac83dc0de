import { runDifference } from '../../stats/index.js';
import type { PublishedPaper } from '../paper/published.js';
import { skillSeries, type SkillSeries } from '../run-data/cell-series.js';
import type { RunData } from '../run-data/rows.js';
import { interval, meanOverRuns, none, printed, taskMean, word } from './cells.js';
import { paperFamilies, seriesOf } from './select.js';
import type { PawlTable, TableCell } from './table.js';

const arms = ['reference', 'co', 'naive', 'no-lifecycle', 'frozen'] as const;

/** Table 5: means of the last ten rounds, fixed beforehand and so free of a peak's optimism. */
export function lastRoundsTable(run: RunData, paper: PublishedPaper): PawlTable {
  const all = skillSeries(run);
  return {
    number: 5,
    title: 'Mean of the last ten rounds',
    caption: `Mean ± sample sd over runs. Roles: ${run.about.roles}.`,
    columns: [
      { key: 'family', title: 'Family', unit: '', source: 'label' },
      { key: 'arm', title: 'Arm', unit: '', source: 'label' },
      { key: 'paper', title: 'locked, paper', unit: 'mean score', source: 'paper' },
      { key: 'locked', title: 'locked, this run', unit: 'mean score', source: 'run' },
      { key: 'tasks', title: 'over tasks [BCa 95 %]', unit: 'mean score', source: 'run' },
      { key: 'untouched', title: 'untouched, this run', unit: 'mean score', source: 'run' },
      { key: 'difference', title: 'to reference, untouched [Welch 95 %]', unit: 'score', source: 'run' },
      { key: 'peak', title: 'peak minus last ten', unit: 'score', source: 'run' },
    ],
    rows: paperFamilies.flatMap(({ family, prefix, title }) =>
      arms.flatMap((arm) => {
        const series = seriesOf(all, family, arm);
        const reference = seriesOf(all, family, 'reference');
        if (series.length === 0) return [];
        return [
          [
            word(title),
            word(arm),
            printed(paper, `${prefix}-last-${arm}`),
            meanOverRuns(series.map(({ lastTen }) => lastTen)),
            taskMean(taskMeans(series)),
            meanOverRuns(series.map(({ untouchedLastTen }) => untouchedLastTen)),
            toReference(series, reference, arm),
            meanOverRuns(series.map(({ peak, lastTen }) => peak - lastTen)),
          ],
        ];
      }),
    ),
    notes: [
      'The interval over tasks treats the locked tasks as the sample and averages runs and rounds first; the one over runs treats learning runs as the sample. They answer different questions.',
    ],
  };
}

function toReference(
  series: readonly SkillSeries[],
  reference: readonly SkillSeries[],
  arm: string,
): TableCell {
  if (arm === 'reference' || series.length < 2 || reference.length < 2) return none;
  const pick = (list: readonly SkillSeries[]): number[] => list.map((one) => one.untouchedLastTen);
  const { difference, low, high } = runDifference(pick(series), pick(reference));
  return interval(difference, low, high);
}

/** Mean score of each locked task over the last ten rounds of all runs. */
function taskMeans(series: readonly SkillSeries[]): number[] {
  const rounds = series.flatMap((one) => one.rounds.slice(-10));
  const tasks = rounds[0]?.testScores.length ?? 0;
  return Array.from({ length: tasks }, (_, task) => {
    const scores = rounds.flatMap(({ testScores }) => testScores[task] ?? []);
    return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  });
}
