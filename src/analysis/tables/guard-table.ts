import type { PublishedPaper } from '../paper/published.js';
import type { GraderRoundRow, RunData } from '../run-data/rows.js';
import { count, meanOverRuns, none, printed, rangeOf, shareOf, word } from './cells.js';
import { agreementOf, graderRunsOf, paperFamilies, total } from './select.js';
import type { PawlTable, TableCell } from './table.js';

/** Arms in the paper's words, and every other arm that evolves a grader when the run has it. */
const arms = [
  { arm: 'co', id: 'anchored' },
  { arm: 'naive', id: 'naive' },
  { arm: 'no-lifecycle', id: 'no-lifecycle' },
  { arm: 'naive-anchors', id: null },
  { arm: 'naive-rollback', id: null },
  { arm: 'no-fail-closed', id: null },
  { arm: 'no-validity-gate', id: null },
] as const;

/** Table 3: what the guards hold, read in the last grader round. The paper prints the report family only. */
export function guardTable(run: RunData, paper: PublishedPaper): PawlTable {
  return {
    number: 3,
    title: 'Guard ablation, last grader round',
    caption: `Mean ± sample sd over runs. Roles: ${run.about.roles}.`,
    columns: [
      { key: 'family', title: 'Family', unit: '', source: 'label' },
      { key: 'arm', title: 'Arm', unit: '', source: 'label' },
      { key: 'objective-paper', title: 'objective, paper', unit: '', source: 'paper' },
      { key: 'objective', title: 'objective, this run', unit: '', source: 'run' },
      { key: 'agreement-paper', title: 'locked agreement, paper', unit: 'share', source: 'paper' },
      { key: 'agreement', title: 'locked agreement, this run', unit: 'share of opinions', source: 'run' },
      { key: 'opinions', title: 'locked opinions', unit: 'share of items', source: 'run' },
      { key: 'constants', title: 'always PASS / FAIL', unit: 'share', source: 'run' },
      { key: 'pass-paper', title: 'train pass, paper', unit: 'share', source: 'paper' },
      { key: 'pass', title: 'train pass, this run', unit: 'share', source: 'run' },
      { key: 'vacuous', title: 'runs without dev opinion', unit: 'of runs', source: 'run' },
    ],
    rows: paperFamilies.flatMap(({ family, title }) =>
      arms.flatMap(({ arm, id }) => {
        const last = graderRunsOf(run, family, arm).flatMap((rounds) => rounds.slice(-1));
        if (last.length === 0) return [];
        const paperCell = (what: string): TableCell =>
          family === 'report' && id !== null ? printed(paper, `guard-${what}-${id}`) : none;
        return [
          [
            word(title),
            word(arm === 'co' ? 'co (anchored)' : arm),
            paperCell('objective'),
            meanOverRuns(last.flatMap(({ objective }) => objective ?? [])),
            paperCell('agreement'),
            agreement(last),
            shareOf(
              total(last, ({ opinions }) => opinions),
              total(last, ({ items }) => items),
            ),
            constants(last),
            paperCell('pass'),
            rangeOf(last.map(trainPass)),
            count(last.filter(isVacuous).length),
          ],
        ];
      }),
    ),
    notes: [
      'Train pass counts what the training grader lets pass: PASS, and ABSTAIN too where the arm lets it count as a pass.',
      'An objective of 1.000 is no sign of a collapse by itself; a grader without any opinion on the anchors is.',
    ],
  };
}

/** True when the selected expression says nothing about any anchor. */
export function isVacuous(row: GraderRoundRow): boolean {
  return row.expression !== null && row.devOpinionsFail + row.devOpinionsClean === 0;
}

/** Share of train outputs that count as passed: ABSTAIN counts where the arm says so. */
export function trainPass(row: GraderRoundRow): number {
  const all = row.trainPass + row.trainFail + row.trainAbstain;
  const abstainPasses = row.arm === 'naive' || row.arm === 'naive-anchors';
  return all === 0 ? 0 : (row.trainPass + (abstainPasses ? row.trainAbstain : 0)) / all;
}

function agreement(last: readonly GraderRoundRow[]): TableCell {
  const values = last.flatMap((row) => agreementOf(row) ?? []);
  if (values.length === 0) return word('no opinion');
  const cell = meanOverRuns(values);
  return values.length === last.length
    ? cell
    : { ...cell, text: `${cell.text} (${values.length} of ${last.length} runs)` };
}

function constants(last: readonly GraderRoundRow[]): TableCell {
  const mean = (of: (row: GraderRoundRow) => number): string => (total(last, of) / last.length).toFixed(3);
  return word(`${mean(({ alwaysPass }) => alwaysPass)} / ${mean(({ alwaysFail }) => alwaysFail)}`);
}
