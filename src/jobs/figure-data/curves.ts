import { skillSeries } from '../../analysis/run-data/cell-series.js';
import type { GraderRoundRow, RunData } from '../../analysis/run-data/rows.js';
import { trainPass } from '../../analysis/tables/guard-table.js';
import {
  agreementOf,
  graderRunsOf,
  paperFamilies,
  peakAgreement,
  seriesOf,
} from '../../analysis/tables/select.js';
import type {
  GuardCollapseData,
  GuardQuantity,
  LearningCurveData,
  ObjectiveData,
} from '../../figures/index.js';
import { wilsonInterval } from '../../stats/index.js';
import { acrossRuns, overSeeds } from './over-seeds.js';

const families = paperFamilies.map(({ family }) => family);

/** Figure 2: the stored objective of grader evolution alone, and what the locked items say of three graders. */
export function objectiveData(run: RunData, note: string): ObjectiveData {
  const runsOf = (family: string): readonly (readonly GraderRoundRow[])[] =>
    graderRunsOf(run, family, 'evolution');
  return {
    note: `${note} Line: mean of the stored best-so-far objective; band: smallest and largest run. Intervals of agreement: Wilson 95 %, item = unit over runs.`,
    rounds: families.flatMap((family) =>
      acrossRuns(runsOf(family)).flatMap((rows, round) => {
        const found = overSeeds(rows.flatMap(({ objective }) => objective ?? []));
        return found === null ? [] : [{ family, round, ...found }];
      }),
    ),
    seeds: families.flatMap((family) =>
      runsOf(family).flatMap((rows) =>
        rows.flatMap(({ seed, objective }, round) =>
          objective === null ? [] : [{ family, seed, round, objective }],
        ),
      ),
    ),
    agreement: families.flatMap((family) => agreementRows(run, family)),
  };
}

function agreementRows(run: RunData, family: string): ObjectiveData['agreement'] {
  const runs = graderRunsOf(run, family, 'evolution');
  const rowOf = (grader: string, correct: number, n: number): ObjectiveData['agreement'][number] => {
    if (n === 0) return { family, grader, agreement: null, n, low: null, high: null };
    const { low, high } = wilsonInterval({ passes: correct, trials: n });
    return { family, grader, agreement: correct / n, n, low, high };
  };
  const evolved = (grader: string, rows: readonly GraderRoundRow[]): ObjectiveData['agreement'][number] =>
    rowOf(
      grader,
      rows.reduce((sum, { correct }) => sum + correct, 0),
      rows.reduce((sum, { opinions }) => sum + opinions, 0),
    );
  const fixed = (grader: 'hand-seed' | 'bare-judge', label: string): ObjectiveData['agreement'] => {
    const said = run.verdicts.filter(
      (row) => row.family === family && row.grader === grader && row.verdict !== 'ABSTAIN',
    );
    if (said.length === 0) return [];
    return [rowOf(label, said.filter(({ verdict, label: truth }) => verdict === truth).length, said.length)];
  };
  return [
    evolved(
      'evolved, peak',
      runs.flatMap((rows) => peakAgreement(rows) ?? []),
    ),
    evolved(
      'evolved, last',
      runs.flatMap((rows) => rows.slice(-1)),
    ),
    ...fixed('hand-seed', 'hand seed'),
    ...fixed('bare-judge', 'bare judge'),
  ];
}

/** Figure 3a: the locked score of every arm, round by round. */
export function learningCurveData(run: RunData, note: string): LearningCurveData {
  const all = skillSeries(run);
  const drawn = ['reference', 'co', 'naive', 'frozen'];
  const phases = run.graderRounds.filter(({ arm }) => arm === 'co').map(({ phase }) => phase);
  const skillRounds = Math.max(0, ...all.map(({ rounds }) => rounds.length));
  const graderPhases = new Set(phases).size;
  return {
    note: `${note} Line: mean over runs; band: smallest and largest run. Locked split.`,
    rounds: families.flatMap((family) =>
      drawn.flatMap((arm) =>
        acrossRuns(seriesOf(all, family, arm).map(({ test }) => test)).flatMap((values, round) => {
          const found = overSeeds(values);
          return found === null ? [] : [{ family, arm, round, ...found }];
        }),
      ),
    ),
    baselines: families.flatMap((family) => {
      const frozen = overSeeds(seriesOf(all, family, 'frozen').flatMap(({ test }) => test));
      return frozen === null ? [] : [{ family, label: 'frozen, mean', score: frozen.mean }];
    }),
    graderPhasesAt: Array.from({ length: Math.max(0, graderPhases - 1) }, (_, at) =>
      Math.round(((at + 1) * skillRounds) / graderPhases),
    ),
  };
}

const quantities: Readonly<Record<GuardQuantity, (row: GraderRoundRow) => number | null>> = {
  objective: ({ objective }) => objective,
  'train pass rate': trainPass,
  'locked agreement': agreementOf,
};

/** Figure 3b: the grader with and without its guards. */
export function guardCollapseData(run: RunData, note: string): GuardCollapseData {
  return {
    note: `${note} Line: mean over runs; band: smallest and largest run; a gap: no run has an opinion.`,
    rounds: families.flatMap((family) =>
      ['co', 'naive', 'no-lifecycle'].flatMap((arm) =>
        (Object.keys(quantities) as GuardQuantity[]).flatMap((quantity) =>
          acrossRuns(graderRunsOf(run, family, arm)).map((rows, round) => {
            const found = overSeeds(rows.flatMap((row) => quantities[quantity](row) ?? []));
            return {
              family,
              arm,
              quantity,
              round,
              mean: found?.mean ?? null,
              low: found?.low ?? null,
              high: found?.high ?? null,
            };
          }),
        ),
      ),
    ),
  };
}
