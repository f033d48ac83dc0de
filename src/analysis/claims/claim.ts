import type { RunData } from '../run-data/rows.js';

/** How a claim of the paper comes out on a run. */
export type ClaimOutcome = 'holds' | 'does not hold' | 'cannot be decided';

/** The numbers that decided, in words: with denominators and units. */
export interface Decision {
  readonly outcome: ClaimOutcome;
  readonly numbers: string;
}

/** One claim of the paper as a pure rule over the tidy results of a run. */
export interface Claim {
  /** Its number in docs/claims.md. */
  readonly number: number;
  readonly claim: string;
  /** The rule that decides, with its threshold. */
  readonly rule: string;
  decide(run: RunData): Decision;
}

/** A claim that was decided on a run. */
export type DecidedClaim = Omit<Claim, 'decide'> & Decision;
