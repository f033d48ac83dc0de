import type { FigureData, FigureName } from '../../src/figures/data.js';
import { allFamiliesGuards, fixtures } from './fixtures.js';

const families = ['code', 'sql', 'report'] as const;
const flat = { low: null, high: null } as const;

/** Data that is hard to place: everything at once, next to nothing, all silent, endless. Invented, no results. */
export const hardCases: readonly {
  readonly name: FigureName;
  readonly what: string;
  readonly data: FigureData[FigureName];
}[] = [
  {
    name: '2',
    what: 'four graders, one without an opinion',
    data: {
      ...fixtures['2'],
      agreement: families.flatMap((family) => [
        { family, grader: 'evolved, peak', agreement: 0.98, low: 0.9, high: 1, n: 120 },
        { family, grader: 'evolved, last', agreement: null, ...flat, n: 0 },
        { family, grader: 'hand seed', agreement: 0.01, low: 0, high: 0.06, n: 117 },
        { family, grader: 'bare judge', agreement: 0.5, low: 0.41, high: 0.59, n: 118 },
      ]),
    },
  },
  {
    name: '2',
    what: 'one family, one round, no audit',
    data: {
      note: 'Invented.',
      rounds: [{ family: 'code', round: 0, mean: 0.4, ...flat }],
      seeds: [],
      agreement: [],
    },
  },
  {
    name: '3a',
    what: 'five lines that end together',
    data: {
      ...fixtures['3a'],
      baselines: families.map((family) => ({ family, label: 'frozen, mean', score: 0.3 })),
      rounds: families.flatMap((family) =>
        ['reference', 'co', 'naive', 'no-lifecycle', 'frozen'].flatMap((arm, index) =>
          [0, 1, 2].map((round) => ({ family, arm, round, mean: 0.3 + index * 0.001, ...flat })),
        ),
      ),
    },
  },
  {
    name: '3a',
    what: 'one round of one arm',
    data: {
      ...fixtures['3a'],
      graderPhasesAt: [],
      baselines: [],
      rounds: [{ family: 'code', arm: 'co', round: 0, mean: 0, low: 0, high: 0 }],
    },
  },
  { name: '3b', what: 'three families', data: allFamiliesGuards },
  {
    name: '3b',
    what: 'nobody has an opinion',
    data: {
      ...allFamiliesGuards,
      rounds: allFamiliesGuards.rounds.map((row) =>
        row.quantity === 'locked agreement' ? { ...row, mean: null, ...flat } : row,
      ),
    },
  },
  {
    name: '4',
    what: 'no spread at all',
    data: {
      note: 'Invented.',
      sizes: [4, 10].map((anchors) => ({
        family: 'code',
        anchors,
        subsamples: 1,
        mean: 0.5,
        sd: 0,
        p05: 0.5,
        p95: 0.5,
      })),
    },
  },
  {
    name: '5',
    what: 'a hundred detectors that nobody tends, one round',
    data: {
      note: 'Invented.',
      title: 'report, seed 42',
      lastRound: 1,
      retired: [],
      rejected: [],
      spans: Array.from({ length: 100 }, (_, index) => ({
        op: `detector_with_a_rather_long_name_${index}`,
        origin: 'gap' as const,
        standing: 'active' as const,
        from: 0,
        to: 1,
      })),
    },
  },
  {
    name: '6',
    what: 'long labels',
    data: {
      ...fixtures['6'],
      rows: families.flatMap((group) =>
        ['peak, locked', 'last ten, locked', 'last ten, untouched'].map((measure) => ({
          group,
          label: `no-lifecycle − co, ${measure}`,
          source: 'this run',
          difference: -0.234,
          low: -0.9,
          high: 0.42,
          unit: '3 + 3 runs',
        })),
      ),
    },
  },
  {
    name: '7',
    what: 'one run and no judge',
    data: {
      ...fixtures['7'],
      rounds: fixtures['7'].rounds.filter((row) => row.run === 'before the repair'),
      judges: [],
    },
  },
  {
    name: '8',
    what: 'sets without an end, a retention far away',
    data: {
      note: 'Invented.',
      rows: families.flatMap((family) => [
        {
          family,
          definition: 'each arm’s own round 0',
          retention: 7.5,
          interval: 'exclusive' as const,
          low: -1234.5,
          high: 0.2,
          published: 1.1,
        },
        {
          family,
          definition: 'last ten rounds',
          retention: -3,
          interval: 'unbounded' as const,
          ...flat,
          published: null,
        },
      ]),
    },
  },
];
