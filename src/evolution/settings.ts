import type { GraderGuards } from './guards.js';

/** The numbers of grader evolution; defaults are the paper's and DEFINITIONS'. */
export interface EvolutionSettings {
  readonly guards: GraderGuards;
  /** w, the exponent of A_train (1 for code and sql, 0.25 for report). */
  readonly consensusWeight: number;
  /** λ, the factor of the complexity penalty. */
  readonly lambda: number;
  /** Random candidates a round. */
  readonly randomCandidates: number;
  /** Expressions asked of the composer a round. */
  readonly composerCandidates: number;
  readonly elites: number;
  /** Drafts a round at the most. */
  readonly drafts: number;
  /** Rounds before a class and origin may get another op. */
  readonly draftPause: number;
  /** Rounds with a non-positive marginal that a leaf survives. */
  readonly retirementGrace: number;
}

/** The default numbers; w comes from the family and the guards from the arm. */
export const defaultSettings: Omit<EvolutionSettings, 'guards' | 'consensusWeight'> = {
  lambda: 1,
  randomCandidates: 10,
  composerCandidates: 5,
  elites: 5,
  drafts: 10,
  draftPause: 10,
  retirementGrace: 2,
};
