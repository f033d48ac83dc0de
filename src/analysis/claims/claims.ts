import type { RunData } from '../run-data/rows.js';
import type { Claim, DecidedClaim } from './claim.js';
import { episodeClaims } from './episode.js';
import { replayAndDriftClaims } from './replay-and-drift.js';
import { taskScoreClaims } from './task-scores.js';
import { vacuityClaims } from './vacuity.js';
import { validityClaims } from './validity.js';

/** The paper's claims, 1 to 26, each a pure rule over the tidy results of a run. */
export const claims: readonly Claim[] = [
  ...taskScoreClaims,
  ...vacuityClaims,
  ...validityClaims,
  ...episodeClaims,
  ...replayAndDriftClaims,
].sort((a, b) => a.number - b.number);

/**
 * Decides every claim of the paper on a run: holds, does not hold, or cannot be decided, with the numbers and the rule.
 * Simulated roles and real models are decided by the same rules.
 *
 * @example
 * decideClaims(readRunData()).filter(({ outcome }) => outcome === 'does not hold').map(({ number }) => number)
 */
export function decideClaims(run: RunData): readonly DecidedClaim[] {
  return claims.map((one) => ({
    number: one.number,
    claim: one.claim,
    rule: one.rule,
    ...one.decide(run),
  }));
}
