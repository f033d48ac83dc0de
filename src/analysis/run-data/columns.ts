import type {
  CallRow,
  CellName,
  CellRow,
  EpisodeRow,
  GraderRoundRow,
  OpRow,
  PreferenceRow,
  ReplayRow,
  RunData,
  SkillRoundRow,
  SkillRow,
  VerdictRow,
} from './rows.js';

/** How a field is written: `?` may be empty (null); `numbers` are separated by spaces, `-` for null. */
export type ColumnKind = 'text' | 'text?' | 'number' | 'number?' | 'flag' | 'numbers';

/** The fields of a row, in the order of the columns. */
export type Columns<Row> = Readonly<Record<keyof Row & string, ColumnKind>>;

/** The tables of a run's data, and the file names without `.csv`. */
export type RunTable = Exclude<keyof RunData, 'about'>;

const cell: Columns<CellName> = { family: 'text', arm: 'text', seed: 'number', repair: 'text' };

const cells: Columns<CellRow> = {
  ...cell,
  skillRounds: 'number',
  graderRounds: 'number',
  trainTasks: 'number',
  testTasks: 'number',
  untouchedTasks: 'number',
  roles: 'text',
  configHash: 'text',
};

const skillRounds: Columns<SkillRoundRow> = {
  ...cell,
  round: 'number',
  testScores: 'numbers',
  untouchedScores: 'numbers',
  trainTrueMean: 'number?',
  passed: 'number',
  failed: 'number',
  abstained: 'number',
  routed: 'number',
  capsules: 'number',
  activeSkills: 'number',
  written: 'number',
  leftByMerit: 'number',
  leftByCap: 'number',
  leftByRollback: 'number',
  rolledBack: 'number',
  erasedShare: 'number?',
};

const graderRounds: Columns<GraderRoundRow> = {
  ...cell,
  phase: 'number',
  round: 'number',
  objective: 'number?',
  rescored: 'number?',
  expression: 'text?',
  leaves: 'number',
  devAgreement: 'number?',
  trainAgreement: 'number?',
  devOpinionsFail: 'number',
  devOpinionsClean: 'number',
  trainPass: 'number',
  trainFail: 'number',
  trainAbstain: 'number',
  correct: 'number',
  opinions: 'number',
  items: 'number',
  wholeCorrect: 'number',
  wholeOpinions: 'number',
  alwaysPass: 'number',
  alwaysFail: 'number',
  poolActive: 'number',
  poolShadow: 'number',
  poolRetired: 'number',
  drafts: 'number',
  births: 'number',
  rejected: 'number',
  promoted: 'number',
  retired: 'number',
};

const verdicts: Columns<VerdictRow> = {
  ...cell,
  grader: 'text',
  item: 'text',
  label: 'text',
  verdict: 'text',
};

const ops: Columns<OpRow> = {
  ...cell,
  op: 'text',
  failureClass: 'text',
  tier: 'text',
  origin: 'text',
  bornAt: 'number',
  promotedAt: 'number?',
  leftAt: 'number?',
  leftBecause: 'text?',
  status: 'text',
  everSelected: 'flag',
};

const skills: Columns<SkillRow> = {
  ...cell,
  skill: 'text',
  name: 'text',
  pattern: 'text',
  bornAt: 'number',
  leftAt: 'number?',
  leftBecause: 'text?',
  trials: 'number',
  successes: 'number',
};

const preferences: Columns<PreferenceRow> = {
  ...cell,
  against: 'text',
  rubric: 'text',
  task: 'text',
  winner: 'text',
  reasons: 'text',
};

const replay: Columns<ReplayRow> = {
  family: 'text',
  anchors: 'text',
  size: 'number',
  subsample: 'number',
  expression: 'text?',
  correct: 'number',
  opinions: 'number',
  items: 'number',
};

const episode: Columns<EpisodeRow> = {
  gate: 'flag',
  hints: 'flag',
  scope: 'text',
  seed: 'number',
  round0: 'number',
  peak: 'number',
  lastTen: 'number',
  erasedPeak: 'number',
  erasedLast: 'number',
  genericWins: 'number',
  genericDecided: 'number',
  taskAwareWins: 'number',
  taskAwareDecided: 'number',
  pairs: 'number',
};

const calls: Columns<CallRow> = {
  ...cell,
  role: 'text',
  phase: 'text',
  calls: 'number',
  tokens: 'number',
  cost: 'number',
};

/** Every table with its columns. */
export const runTables: Readonly<Record<RunTable, Readonly<Record<string, ColumnKind>>>> = {
  cells,
  skillRounds,
  graderRounds,
  verdicts,
  ops,
  skills,
  preferences,
  replay,
  episode,
  calls,
};
