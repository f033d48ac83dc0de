import { wilsonInterval } from '../../stats/index.js';
import type { PublishedPaper } from '../paper/published.js';
import type { PreferenceRow, RunData } from '../run-data/rows.js';
import { none, printed, shareOf, word } from './cells.js';
import type { PawlTable, TableCell } from './table.js';

const rows = [
  { repair: 'off', rubric: 'generic', id: 'generic-before' },
  { repair: 'off', rubric: 'task-aware', id: 'aware-before' },
  { repair: 'on', rubric: 'generic', id: 'generic-after' },
  { repair: 'on', rubric: 'task-aware', id: 'aware-after' },
] as const;

/** Table 2: what the final judge prefers, the evolved section or its own round 0, before and after the repair. */
export function judgeTable(run: RunData, paper: PublishedPaper): PawlTable {
  return {
    number: 2,
    title: 'Final judge: win rate of evolved sections over their own round 0',
    caption: `Report family; a win counts only when both orders agree. Roles: ${run.about.roles}.`,
    columns: [
      { key: 'repair', title: 'Repair', unit: '', source: 'label' },
      { key: 'rubric', title: 'Judge', unit: '', source: 'label' },
      { key: 'paper', title: 'win rate, paper', unit: 'share of decided pairs', source: 'paper' },
      { key: 'win-rate', title: 'win rate, this run', unit: 'share of decided pairs', source: 'run' },
      { key: 'interval', title: 'Wilson 95 %, section = unit', unit: 'share', source: 'run' },
      { key: 'decided', title: 'decided', unit: 'share of pairs', source: 'run' },
      { key: 'ties', title: 'ties', unit: 'share of pairs', source: 'run' },
      { key: 'peak', title: 'against the peak round', unit: 'share of decided pairs', source: 'run' },
      { key: 'last', title: 'against the last round', unit: 'share of decided pairs', source: 'run' },
    ],
    rows: rows.map(({ repair, rubric, id }) => {
      const pairs = run.preferences.filter((row) => row.repair === repair && row.rubric === rubric);
      const decided = pairs.filter(isDecided);
      return [
        word(repair === 'on' ? 'after (gate + hints)' : 'before'),
        word(rubric),
        printed(paper, id),
        winRate(pairs),
        clustered(decided),
        shareOf(decided.length, pairs.length),
        shareOf(pairs.length - decided.length, pairs.length),
        winRate(pairs.filter(({ against }) => against === 'peak')),
        winRate(pairs.filter(({ against }) => against === 'last')),
      ];
    }),
    notes: [
      'The task-aware rubric was written after reading the generic judge’s reasons: this is a diagnostic audit, not an independent confirmation of the repair.',
      'A win rate over decided pairs hides ties: read the decided share beside it.',
      'The generic judge counts required evidence tags as clutter; in the simulation that is an assumption, stated in docs/simulated-roles.md.',
    ],
  };
}

function isDecided({ winner }: PreferenceRow): boolean {
  return winner !== 'tie';
}

function winRate(pairs: readonly PreferenceRow[]): TableCell {
  const decided = pairs.filter(isDecided);
  return shareOf(decided.filter(({ winner }) => winner === 'evolved').length, decided.length);
}

/** Pairs of one section are not independent: the interval counts sections. */
function clustered(decided: readonly PreferenceRow[]): TableCell {
  const clusters = decided.map(({ task }) => task);
  if (new Set(clusters).size < 2) return none;
  const { estimate, low, high } = wilsonInterval({
    values: decided.map(({ winner }) => (winner === 'evolved' ? 1 : 0)),
    clusters,
  });
  return { text: `[${low.toFixed(3)}, ${high.toFixed(3)}]`, value: estimate, low, high };
}
