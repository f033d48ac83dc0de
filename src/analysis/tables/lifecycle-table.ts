import type { PublishedPaper } from '../paper/published.js';
import { groupByCell } from '../run-data/cell-series.js';
import type { GraderRoundRow, OpRow, RunData } from '../run-data/rows.js';
import { printed, rangeOf, word } from './cells.js';
import { graderRunsOf, paperFamilies, total } from './select.js';
import type { PawlTable } from './table.js';

/** Table 4: the life of ops in grader evolution alone (of the co arm where a run has no evolution alone). */
export function lifecycleTable(run: RunData, paper: PublishedPaper): PawlTable {
  return {
    number: 4,
    title: 'Detector lifecycle',
    caption: `Ranges over runs of grader evolution alone. Roles: ${run.about.roles}.`,
    columns: [
      { key: 'family', title: 'Family', unit: '', source: 'label' },
      ...(['seed-ops', 'rejected', 'pool', 'leaves'] as const).flatMap((key) => [
        { key: `${key}-paper`, title: `${titles[key]}, paper`, unit: 'ops', source: 'paper' as const },
        { key, title: `${titles[key]}, this run`, unit: 'ops', source: 'run' as const },
      ]),
      { key: 'births', title: 'born', unit: 'ops', source: 'run' },
      { key: 'promoted', title: 'promoted from shadow', unit: 'ops', source: 'run' },
      { key: 'retired', title: 'retired', unit: 'ops', source: 'run' },
      { key: 'selected', title: 'born ops ever selected', unit: 'ops', source: 'run' },
      { key: 'rounds', title: 'rounds', unit: 'rounds', source: 'run' },
    ],
    rows: paperFamilies.flatMap(({ family, prefix, title }) => {
      const alone = graderRunsOf(run, family, 'evolution');
      const arm = alone.length > 0 ? 'evolution' : 'co';
      const runs = alone.length > 0 ? alone : graderRunsOf(run, family, 'co');
      if (runs.length === 0) return [];
      const ops = groupByCell(
        run.ops.filter((op) => op.family === family && op.arm === arm && op.repair === 'on'),
      );
      const sums = (of: (row: GraderRoundRow) => number): number[] => runs.map((rounds) => total(rounds, of));
      const ends = (of: (row: GraderRoundRow) => number): number[] =>
        runs.flatMap((rounds) => rounds.slice(-1).map(of));
      const perRun = (matches: (op: OpRow) => boolean): number[] =>
        ops.map((pool) => pool.filter(matches).length);
      return [
        [
          word(title),
          printed(paper, `${prefix}-seed-ops`),
          rangeOf(perRun(({ origin }) => origin === 'seed')),
          printed(paper, `${prefix}-rejected`),
          rangeOf(sums(({ rejected }) => rejected)),
          printed(paper, `${prefix}-pool`),
          rangeOf(ends(({ poolActive, poolShadow }) => poolActive + poolShadow)),
          printed(paper, `${prefix}-leaves`),
          rangeOf(ends(({ leaves }) => leaves)),
          rangeOf(sums(({ births }) => births)),
          rangeOf(sums(({ promoted }) => promoted)),
          rangeOf(sums(({ retired }) => retired)),
          rangeOf(perRun(({ origin, everSelected }) => origin !== 'seed' && everSelected)),
          rangeOf(runs.map((rounds) => rounds.length)),
        ],
      ];
    }),
    notes: ['Rejected: drafts that the birth gate refused. Pool: active and shadow ops in the last round.'],
  };
}

const titles = {
  'seed-ops': 'seed ops',
  rejected: 'rejected',
  pool: 'pool',
  leaves: 'leaves',
} as const;
