import type { OpSpec } from '../grader/op.js';

/** Where an op stands in its life. Only active ops can be selected and vote in the consensus. */
export type OpStatus = 'active' | 'shadow' | 'retired';

/** One op of the pool with its history. */
export interface OpRecord {
  readonly spec: OpSpec;
  readonly status: OpStatus;
  /** Consecutive rounds, as a leaf of the incumbent, with a non-positive leave-one-out marginal. */
  readonly nonPositiveRounds: number;
  /** Set when it left the pool: the round and the reason. */
  readonly left: { readonly round: number; readonly reason: string } | null;
  /** Set when a shadow was promoted. */
  readonly promotedAt: number | null;
}

/** The parts of the objective S = A_dev · A_train^w − λ·C of one expression on the current pool. */
export interface Scores {
  /** S, or null when the candidate cannot be selected. */
  readonly objective: number | null;
  readonly devAgreement: number;
  readonly trainAgreement: number;
  readonly complexity: number;
  readonly recallFail: number;
  readonly recallClean: number;
  /** Dev items with an opinion, by label. */
  readonly devOpinions: { readonly fail: number; readonly clean: number };
  /** Train items on which candidate and consensus both have an opinion. */
  readonly trainOpinions: number;
  /** Train items that the expression passes, fails, abstains on. */
  readonly trainVerdicts: { readonly pass: number; readonly fail: number; readonly abstain: number };
}

/** A high-scoring expression that mutation, crossover and the composer work from. */
export interface Elite {
  readonly expression: string;
  readonly objective: number;
}

/** The whole state of grader evolution between rounds: plain JSON data, nothing else is remembered. */
export interface EvolutionState {
  /** Rounds completed. */
  readonly round: number;
  /** In order of birth. */
  readonly pool: readonly OpRecord[];
  /** The printed text of the selected expression; null before the first selection that succeeds. */
  readonly incumbent: string | null;
  /** The stored best-so-far objective (never falls); null before the first selection. */
  readonly bestObjective: number | null;
  readonly elites: readonly Elite[];
  /** Round in which a class and origin (`class|origin`) last got an op. */
  readonly lastBirth: Readonly<Record<string, number>>;
}
