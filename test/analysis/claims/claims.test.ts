import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ClaimOutcome } from '../../../src/analysis/claims/claim.js';
import { claims, decideClaims } from '../../../src/analysis/claims/claims.js';
import type { RunData } from '../../../src/analysis/run-data/rows.js';
import { tidyRun } from '../../support/tidy-run.js';
import {
  base,
  withCopy,
  withGraderRounds,
  withLevels,
  without,
  withPreferences,
  withReplay,
  withSkillRounds,
  withVerdicts,
} from './claim-runs.js';

const rising = (arm: string, round: number, gains: Readonly<Record<string, number>>): number =>
  0.3 + (gains[arm] ?? 0) * (round / 23);
/** Arms that end so far above 0.3. */
const gaining = (gains: Readonly<Record<string, number>>): RunData =>
  withLevels(base, ({ arm, round }) => rising(arm, round, gains));
const noNaive = without(base, 'naive');
const speaking = withGraderRounds(base, (row) =>
  row.arm === 'naive' ? { devOpinionsFail: 5, devOpinionsClean: 5 } : {},
);
const convert = (co: number[], reference: number[]): RunData =>
  withSkillRounds(base, ({ arm, round }) => ({
    testScores: round === 0 ? [0, 0, 1] : arm === 'co' ? co : reference,
  }));
const evolvedIn = (seedRight: (seed: number) => boolean, other: 'hand-seed' | 'bare-judge'): RunData =>
  withVerdicts(
    base,
    other,
    (item, seed) => item < (seedRight(seed) ? 30 : 10),
    (item) => item < 20,
  );
const chance = withGraderRounds(base, (row) =>
  row.family === 'sql' ? { correct: 20, opinions: 40, items: 40, alwaysPass: 0.5, alwaysFail: 0.5 } : {},
);
const aboveChance = withGraderRounds(chance, (row) => (row.family === 'sql' ? { correct: 39 } : {}));
const scored = (run: RunData, gains: Readonly<Record<string, number>>): RunData =>
  withLevels(run, ({ arm, round }) => rising(arm, round, gains));
const episode = ({ erased, rubric = 0.3 }: { erased: number; rubric?: number }): RunData =>
  withSkillRounds(
    withLevels(
      withCopy(base, 'co', { repair: 'off' }),
      ({ arm, round }) => 0.5 + (arm === 'co' ? (rubric * round) / 23 : 0),
    ),
    ({ repair, round }) => ({ erasedShare: repair === 'off' && round > 0 ? erased : 0.01 }),
  );
const ending = (below: number): RunData => {
  const names: string[] = [];
  return withGraderRounds(base, (row) => {
    if (row.arm !== 'evolution') return {};
    const name = `${row.family} ${row.seed}`;
    if (!names.includes(name)) names.push(name);
    return { correct: row.round === 1 ? 8 : names.indexOf(name) < below ? 6 : 8 };
  });
};
const unmanaged = (gain: number, spread = 0): RunData =>
  withSkillRounds(
    withLevels(withCopy(base, 'reference', { arm: 'unmanaged' }), ({ arm, round }) =>
      rising(arm, round, { reference: 0.3, unmanaged: gain }),
    ),
    (row) =>
      row.arm === 'unmanaged'
        ? {
            untouchedScores: row.untouchedScores.map(
              (score) => (score ?? 0) + (row.seed === 42 ? spread : 0),
            ),
          }
        : {},
  );
const equalPools = (run: RunData): RunData => withGraderRounds(run, () => ({ correct: 4, opinions: 8 }));

/** For every claim, runs on which it holds, does not hold, and cannot be decided. */
const cases: readonly (readonly [number, RunData, RunData, RunData])[] = [
  [1, gaining({ co: 0.3, reference: 0.3 }), gaining({ co: 0.1, reference: 0.3 }), without(base, 'co')],
  [
    2,
    gaining({ co: 0.25, reference: 0.3 }),
    gaining({ co: 0.1, reference: 0.3 }),
    gaining({ co: 0.299, reference: 0.3 }),
  ],
  [
    3,
    gaining({ co: 0.28, reference: 0.3 }),
    gaining({ co: 0.2, reference: 0.3 }),
    gaining({ co: 0.2, reference: 0 }),
  ],
  [
    4,
    convert([1, 1, 1], [1, 0, 1]),
    convert([1, 0, 1], [1, 1, 1]),
    withSkillRounds(base, () => ({ testScores: [1] })),
  ],
  [5, gaining({ co: 0.3, naive: 0.3 }), gaining({ co: 0.3, naive: 0.1 }), noNaive],
  [6, base, speaking, noNaive],
  [
    7,
    base,
    withGraderRounds(base, (row) => (row.family === 'code' ? { devOpinionsFail: 1 } : {})),
    { ...base, graderRounds: base.graderRounds.filter((row) => row.family !== 'sql' || row.arm !== 'naive') },
  ],
  [
    8,
    base,
    withGraderRounds(base, (row) =>
      row.family === 'report' && row.seed === 7 ? { trainPass: 1, trainFail: 5, trainAbstain: 0 } : {},
    ),
    noNaive,
  ],
  [9, base, withGraderRounds(base, (row) => ({ objective: row.round / 10 })), noNaive],
  [
    10,
    base,
    withGraderRounds(base, (row) =>
      row.arm === 'co' && row.round === 2 ? { devOpinionsFail: 0, devOpinionsClean: 0 } : {},
    ),
    without(without(base, 'co'), 'evolution'),
  ],
  [
    11,
    withGraderRounds(base, (row) => (row.arm === 'no-lifecycle' ? { poolActive: 90 } : {})),
    base,
    without(base, 'no-lifecycle'),
  ],
  [12, evolvedIn(() => true, 'hand-seed'), evolvedIn((seed) => seed !== 7, 'hand-seed'), base],
  [13, evolvedIn(() => true, 'bare-judge'), evolvedIn((seed) => seed !== 7, 'bare-judge'), base],
  [
    14,
    // Five tasks, each in all three seeds: fifteen verdicts, but five tasks.
    withVerdicts(
      base,
      'hand-seed',
      () => true,
      (item) => item >= 5,
    ),
    withVerdicts(
      base,
      'hand-seed',
      () => true,
      (item) => item >= 20,
    ),
    withVerdicts(
      base,
      'hand-seed',
      (item) => item !== 0,
      (item) => item !== 1,
    ),
  ],
  [15, chance, aboveChance, withGraderRounds(base, () => ({ opinions: 0 }))],
  [
    16,
    withGraderRounds(base, () => ({ correct: 6 })),
    base,
    withGraderRounds(base, (row) => (row.round === 0 ? { opinions: 0 } : {})),
  ],
  [17, ending(4), ending(9), tidyRun({ seeds: [42] })],
  [
    18,
    scored(chance, { co: 0.3, reference: 0.3 }),
    scored(chance, { co: 0.1, reference: 0.3 }),
    scored(chance, { co: 0, reference: 0 }),
  ],
  [
    19,
    gaining({ co: 0.3, naive: 0.3 }),
    gaining({ co: 0.3, naive: 0.1 }),
    scored(speaking, { co: 0.3, naive: 0.3 }),
  ],
  [
    20,
    withPreferences(episode({ erased: 0.3 }), [['off', 'generic', 5]]),
    withPreferences(episode({ erased: 0.3 }), [['off', 'generic', 35]]),
    base,
  ],
  [
    21,
    episode({ erased: 0.3 }),
    withSkillRounds(episode({ erased: 0.3 }), () => ({ erasedShare: 0.3 })),
    episode({ erased: 0.02 }),
  ],
  [
    22,
    withPreferences(base, [
      ['off', 'generic', 5],
      ['off', 'task-aware', 20],
      ['on', 'generic', 6],
    ]),
    withPreferences(base, [
      ['off', 'generic', 5],
      ['off', 'task-aware', 6],
      ['on', 'generic', 30],
    ]),
    withPreferences(base, [['off', 'generic', 5]]),
  ],
  [
    23,
    withReplay(base, [
      { size: 4, mean: 0.87, spread: 0.06 },
      { size: 8, mean: 0.87, spread: 0.04 },
      { size: 10, mean: 0.85, spread: 0 },
    ]),
    withReplay(base, [
      { size: 4, mean: 0.77, spread: 0.06 },
      { size: 8, mean: 0.87, spread: 0.04 },
    ]),
    withReplay(base, [
      { size: 8, mean: 0.87, spread: 0.04 },
      { size: 10, mean: 0.87, spread: 0 },
    ]),
  ],
  [24, equalPools(unmanaged(0.1)), equalPools(unmanaged(0.4)), equalPools(unmanaged(0.28, 0.03))],
  [
    25,
    withLevels(base, ({ round }) => (round === 0 ? 0.5 : 0.8)),
    withLevels(base, ({ round }) => 0.5 + round / 100),
    withLevels(base, () => 0.5),
  ],
  [
    26,
    base,
    withSkillRounds(base, ({ round }) => ({ rolledBack: Number(round % 5 === 0) })),
    { ...base, skillRounds: [] },
  ],
];

describe('the claims of the paper', () => {
  it('are 1 to 26, each once, each with a rule', () => {
    expect(claims.map(({ number }) => number)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
    for (const { claim, rule } of claims) {
      expect(claim.length).toBeGreaterThan(15);
      expect(rule.length).toBeGreaterThan(25);
    }
    expect(cases.map(([number]) => number)).toEqual(claims.map(({ number }) => number));
  });

  it.each(
    cases.flatMap(([number, holds, fails, open]) =>
      (
        [
          ['holds', holds],
          ['does not hold', fails],
          ['cannot be decided', open],
        ] as const
      ).map(([outcome, run]): { number: number; outcome: ClaimOutcome; run: RunData } => ({
        number,
        outcome,
        run,
      })),
    ),
  )('claim $number: $outcome', ({ number, outcome, run }) => {
    const found = claims.find((one) => one.number === number)?.decide(run);
    expect(found).toMatchObject({ outcome });
    expect(found?.numbers).not.toMatch(/NaN|undefined|Infinity/);
    expect(found?.numbers.length).toBeGreaterThan(10);
  });

  it('are all decided or said to be open on a run without anything', () => {
    const empty: RunData = {
      ...base,
      cells: [],
      skillRounds: [],
      graderRounds: [],
      verdicts: [],
      preferences: [],
    };
    const found = decideClaims(empty);
    expect(found).toHaveLength(26);
    for (const { number, outcome } of found)
      expect({ number, outcome }).toEqual({ number, outcome: 'cannot be decided' });
  });

  it('stand in docs/claims.md with their rules', () => {
    const page = readFileSync(new URL('../../../docs/claims.md', import.meta.url), 'utf8').replace(
      /\s+/g,
      ' ',
    );
    for (const { number, claim, rule } of claims) {
      expect(page).toContain(`| ${number} | ${claim} | ${rule.replaceAll('|', '\\|')} |`);
    }
  });
});
