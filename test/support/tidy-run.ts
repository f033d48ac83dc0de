import type {
  CellName,
  GraderRoundRow,
  PreferenceRow,
  RunData,
  SkillRoundRow,
} from '../../src/analysis/run-data/rows.js';
import { hashedUnit } from '../../src/random.js';

/** Made-up results in the shape of a run: no arm was run for them. Each value is a pure function of its place. */
export function tidyRun({
  rounds = 12,
  seeds = [42, 7, 13],
}: { readonly rounds?: number; readonly seeds?: readonly number[] } = {}): RunData {
  const names = ['code', 'sql', 'report'].flatMap((family) =>
    seeds.flatMap((seed) =>
      ['reference', 'co', 'naive', 'no-lifecycle', 'frozen'].map((arm): CellName => ({
        family,
        arm,
        seed,
        repair: 'on',
      })),
    ),
  );
  const evolving = names.filter(({ arm }) => arm !== 'reference' && arm !== 'frozen');
  const alone = ['code', 'sql', 'report'].flatMap((family) =>
    seeds.map((seed): CellName => ({ family, arm: 'evolution', seed, repair: 'on' })),
  );
  return {
    about: { title: 'made-up numbers for tests', roles: 'nobody', version: '0.0.0' },
    cells: names.map((name) => ({
      ...name,
      skillRounds: rounds,
      graderRounds: 4,
      trainTasks: 6,
      testTasks: 8,
      untouchedTasks: 8,
      roles: 'nobody',
      configHash: 'none',
    })),
    skillRounds: names.flatMap((name) =>
      Array.from({ length: rounds }, (_, round) => skillRound(name, round)),
    ),
    graderRounds: [...evolving, ...alone].flatMap((name) =>
      Array.from({ length: 4 }, (_, round) => graderRound(name, round)),
    ),
    verdicts: [],
    ops: alone.map((name) => ({
      ...name,
      op: 'crash',
      failureClass: 'crash',
      tier: 'execution',
      origin: 'seed',
      bornAt: 0,
      promotedAt: null,
      leftAt: null,
      leftBecause: null,
      status: 'active',
      everSelected: true,
    })),
    skills: [],
    preferences: seeds.flatMap((seed) =>
      (['on', 'off'] as const).flatMap((repair) => preferences(seed, repair)),
    ),
    replay: [],
    episode: [],
    calls: [],
  };
}

function skillRound(name: CellName, round: number): SkillRoundRow {
  const learns = name.arm === 'frozen' ? 0 : round / 20;
  const scores = (split: string): number[] =>
    Array.from({ length: 8 }, (_, task) => {
      const unit = hashedUnit('tidy-run', name.family, name.arm, name.seed, split, round, task);
      return name.family === 'report'
        ? Math.round(1e4 * Math.min(1, unit / 2 + learns + 0.2)) / 1e4
        : Number(unit < 0.3 + learns);
    });
  return {
    ...name,
    round,
    testScores: scores('test'),
    untouchedScores: scores('untouched'),
    trainTrueMean: 0.5,
    passed: 3,
    failed: 2,
    abstained: 1,
    routed: round === 0 ? 0 : 4,
    capsules: 2,
    activeSkills: round,
    written: 1,
    leftByMerit: 0,
    leftByCap: 0,
    leftByRollback: 0,
    rolledBack: 0,
    erasedShare: name.family === 'report' ? 0.1 : null,
  };
}

function graderRound(name: CellName, round: number): GraderRoundRow {
  const vacuous = name.arm === 'naive';
  const opinions = vacuous ? 0 : 8;
  return {
    ...name,
    phase: round,
    round,
    objective: vacuous ? 1 : 0.5 + round / 10,
    rescored: vacuous ? 1 : 0.5,
    expression: '(any crash)',
    leaves: 1,
    devAgreement: 0.9,
    trainAgreement: 0.8,
    devOpinionsFail: vacuous ? 0 : 5,
    devOpinionsClean: vacuous ? 0 : 5,
    trainPass: vacuous ? 0 : 4,
    trainFail: vacuous ? 0 : 2,
    trainAbstain: vacuous ? 6 : 0,
    correct: vacuous ? 0 : 4 + round,
    opinions,
    items: 8,
    wholeCorrect: 4,
    wholeOpinions: 8,
    alwaysPass: 0.25,
    alwaysFail: 0.75,
    poolActive: 10,
    poolShadow: 1,
    poolRetired: 0,
    drafts: 3,
    births: 1,
    rejected: 2,
    promoted: 0,
    retired: 0,
  };
}

function preferences(seed: number, repair: 'on' | 'off'): PreferenceRow[] {
  return (['generic', 'task-aware'] as const).flatMap((rubric) =>
    (['peak', 'last'] as const).flatMap((against) =>
      Array.from({ length: 6 }, (_, task): PreferenceRow => {
        const unit = hashedUnit('tidy-preference', seed, repair, rubric, against, task);
        return {
          family: 'report',
          arm: 'co',
          seed,
          repair,
          against,
          rubric,
          task: `report/${task}`,
          winner: unit < 0.2 ? 'tie' : unit < (rubric === 'generic' ? 0.4 : 0.8) ? 'evolved' : 'baseline',
          reasons: '',
        };
      }),
    ),
  );
}
