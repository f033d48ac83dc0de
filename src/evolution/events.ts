import type { AbstainReason, OpOrigin } from '../grader/op.js';
import type { Scores } from './state.js';

/** How a candidate expression came up. */
export type CandidateSource =
  'incumbent' | 'subset' | 'random' | 'composer' | 'mutation' | 'crossover' | 'elite';

/** What became of a candidate, with the rule that decided it. */
export type CandidateFate =
  | 'selected'
  | 'outscored'
  | 'refused: does not parse'
  | 'refused: names an unknown or unselectable op'
  | 'refused: passes all of train'
  | 'refused: fails all of train'
  | 'refused: abstains on all of train'
  | 'refused: no dev opinion';

/** One agreement figure over the locked items, always with its denominators. */
export interface AuditFigure {
  /** Correct verdicts over opinions; null without any opinion. */
  readonly agreement: number | null;
  readonly correct: number;
  /** Items with an opinion. */
  readonly opinions: number;
  readonly abstained: number;
  /** Locked items with a label. */
  readonly n: number;
}

/** Step 5 of Algorithm 1 on one grader: recorded, never used. */
export interface AuditRecord {
  readonly expressionOnly: AuditFigure;
  readonly wholeGrader: AuditFigure;
  readonly alwaysPass: number;
  readonly alwaysFail: number;
  /** Locked items whose truth was not to be had. */
  readonly unscored: number;
}

/** Everything that one round decided, in order; enough to draw, replay or dispute it. */
export type RoundEvent =
  | { readonly kind: 'sensed'; readonly misses: readonly string[]; readonly gaps: readonly string[] }
  | {
      readonly kind: 'drafted';
      readonly name: string;
      readonly failureClass: string;
      readonly origin: OpOrigin;
      readonly clusterSize: number;
      readonly firedOnCluster: number;
      readonly firedOnKnownGood: number;
      /** `none`: nobody wrote a draft for the cluster. */
      readonly fate: 'active' | 'shadow' | 'rejected' | 'none';
      /** e.g. `fires on 1 of 4 of its cluster` */
      readonly reason: string;
    }
  | {
      readonly kind: 'candidate';
      readonly expression: string;
      readonly source: CandidateSource;
      readonly scores: Scores | null;
      readonly fate: CandidateFate;
    }
  | {
      readonly kind: 'selected';
      readonly expression: string | null;
      readonly changed: boolean;
      /** The stored best-so-far: what is drawn as the objective. */
      readonly objective: number | null;
      /** The selected expression's score on this round's pool. */
      readonly rescored: Scores | null;
      readonly candidates: number;
    }
  | {
      readonly kind: 'promoted';
      readonly name: string;
      readonly devBefore: number;
      readonly devAfter: number;
    }
  | { readonly kind: 'retired'; readonly name: string; readonly reason: string; readonly marginal: number }
  | {
      /** The incumbent that the round ends with, after leaves were retired, and its score on this round's pool. */
      readonly kind: 'curated';
      readonly expression: string | null;
      readonly scores: Scores | null;
    }
  | {
      readonly kind: 'op-faults';
      readonly name: string;
      readonly faults: Readonly<Partial<Record<AbstainReason, number>>>;
    }
  | {
      readonly kind: 'audited';
      readonly audit: AuditRecord | null;
      /** What the expression alone says, one letter (`P`, `F`, `A`) for each locked item with a label; null without a grader. */
      readonly verdicts: string | null;
    };
