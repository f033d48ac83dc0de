/** What a row is about: one cell of a run. Grader evolution alone has the arm `evolution`. */
export interface CellName {
  readonly family: string;
  readonly arm: string;
  readonly seed: number;
  /** Whether the repair of the report episode was on (as in the main tables). */
  readonly repair: 'on' | 'off';
}

/** One cell with what it stands on. */
export interface CellRow extends CellName {
  readonly skillRounds: number;
  readonly graderRounds: number;
  readonly trainTasks: number;
  readonly testTasks: number;
  readonly untouchedTasks: number;
  /** Who plays the roles, e.g. `simulated stand-in, not a language model`. */
  readonly roles: string;
  readonly configHash: string;
}

/** One skill round (of the frozen arm: one evaluation without skills). Scores are in [0, 1], in the order of the split. */
export interface SkillRoundRow extends CellName {
  /** 0, 1, … over all skill phases. */
  readonly round: number;
  readonly testScores: readonly (number | null)[];
  readonly untouchedScores: readonly (number | null)[];
  /** What the truth says of the train attempts; recorded, read by no loop. */
  readonly trainTrueMean: number | null;
  readonly passed: number;
  readonly failed: number;
  readonly abstained: number;
  readonly routed: number;
  readonly capsules: number;
  readonly activeSkills: number;
  readonly written: number;
  readonly leftByMerit: number;
  readonly leftByCap: number;
  readonly leftByRollback: number;
  readonly rolledBack: number;
  /** Mean share of evidence tags without a value in test outputs (report family; null elsewhere). */
  readonly erasedShare: number | null;
}

/** One grader round. */
export interface GraderRoundRow extends CellName {
  readonly phase: number;
  /** 0, 1, … over all grader phases. */
  readonly round: number;
  /** The stored best-so-far objective: what is drawn. */
  readonly objective: number | null;
  /** The same expression on this round's pool and outputs. */
  readonly rescored: number | null;
  readonly expression: string | null;
  readonly leaves: number;
  readonly devAgreement: number | null;
  readonly trainAgreement: number | null;
  readonly devOpinionsFail: number;
  readonly devOpinionsClean: number;
  readonly trainPass: number;
  readonly trainFail: number;
  readonly trainAbstain: number;
  /** Locked agreement of the expression alone: correct of opinions, of n items with a label. */
  readonly correct: number;
  readonly opinions: number;
  readonly items: number;
  /** The same of root AND expression. */
  readonly wholeCorrect: number;
  readonly wholeOpinions: number;
  readonly alwaysPass: number;
  readonly alwaysFail: number;
  readonly poolActive: number;
  readonly poolShadow: number;
  readonly poolRetired: number;
  readonly drafts: number;
  readonly births: number;
  readonly rejected: number;
  readonly promoted: number;
  readonly retired: number;
}

/** Verdicts on the locked items of the graders that Tables 1 and 4 compare. */
export interface VerdictRow extends CellName {
  /** `peak` and `last`: the evolved grader at its best audit and in its last round. */
  readonly grader: 'peak' | 'last' | 'hand-seed' | 'bare-judge';
  readonly item: string;
  readonly label: 'PASS' | 'FAIL';
  readonly verdict: 'PASS' | 'FAIL' | 'ABSTAIN';
}

/** One op's life in one cell. */
export interface OpRow extends CellName {
  readonly op: string;
  readonly failureClass: string;
  readonly tier: string;
  readonly origin: string;
  readonly bornAt: number;
  readonly promotedAt: number | null;
  readonly leftAt: number | null;
  readonly leftBecause: string | null;
  readonly status: string;
  /** True when some selected expression named it. */
  readonly everSelected: boolean;
}

/** One skill's life in one cell. */
export interface SkillRow extends CellName {
  readonly skill: string;
  readonly name: string;
  readonly pattern: string;
  readonly bornAt: number;
  readonly leftAt: number | null;
  readonly leftBecause: string | null;
  readonly trials: number;
  readonly successes: number;
}

/** One pair of sections before the final judge: stored round 0 against a later round of the same cell. */
export interface PreferenceRow extends CellName {
  readonly against: 'peak' | 'last';
  readonly rubric: 'generic' | 'task-aware';
  readonly task: string;
  /** `evolved` or `baseline` when both orders agree. */
  readonly winner: 'evolved' | 'baseline' | 'tie';
  /** The judge's words; `1: …` against the text that was shown first, `2: …` against the second. */
  readonly reasons: string;
}

/** One subsample of the anchor-size replay. */
export interface ReplayRow {
  readonly family: string;
  /** `subset` of the ten anchors, as in the paper, or `fresh` anchors. */
  readonly anchors: 'subset' | 'fresh';
  readonly size: number;
  readonly subsample: number;
  readonly expression: string | null;
  readonly correct: number;
  readonly opinions: number;
  readonly items: number;
}

/** One cell of the repair's factorial. */
export interface EpisodeRow {
  readonly gate: boolean;
  readonly hints: boolean;
  readonly scope: 'gate-failures' | 'metric-discipline';
  readonly seed: number;
  readonly round0: number;
  readonly peak: number;
  readonly lastTen: number;
  readonly erasedPeak: number;
  readonly erasedLast: number;
  readonly genericWins: number;
  readonly genericDecided: number;
  readonly taskAwareWins: number;
  readonly taskAwareDecided: number;
  readonly pairs: number;
}

/** What was asked of whom, and what it cost. */
export interface CallRow extends CellName {
  readonly role: string;
  readonly phase: string;
  readonly calls: number;
  readonly tokens: number;
  /** US dollars; 0 for simulated roles. */
  readonly cost: number;
}

/** The tidy results of a run: what tables, claims, figures and notebooks are made from. */
export interface RunData {
  /** Shown with everything that is made from the data. */
  readonly about: { readonly title: string; readonly roles: string; readonly version: string };
  readonly cells: readonly CellRow[];
  readonly skillRounds: readonly SkillRoundRow[];
  readonly graderRounds: readonly GraderRoundRow[];
  readonly verdicts: readonly VerdictRow[];
  readonly ops: readonly OpRow[];
  readonly skills: readonly SkillRow[];
  readonly preferences: readonly PreferenceRow[];
  readonly replay: readonly ReplayRow[];
  readonly episode: readonly EpisodeRow[];
  readonly calls: readonly CallRow[];
}
