import { leavesOf } from '../grader/expression.js';
import { parseExpression } from '../grader/parse-expression.js';
import { auditVerdicts } from './audit.js';
import type { RoundContext, RoundResult } from './context.js';
import { curate } from './curate.js';
import { grow } from './grow.js';
import { select } from './select.js';
import { sense } from './sense.js';
import type { EvolutionState, OpRecord } from './state.js';

/**
 * One round of verifier evolution: Algorithm 1 of the paper. A pure function of the state and what is handed in; the
 * locked items are opened by the audit alone, after everything was decided.
 *
 * @example
 * const { state, events } = await evolveRound(initialState(family.seedOps), context)
 */
export async function evolveRound(state: EvolutionState, context: RoundContext): Promise<RoundResult> {
  const sensed = await sense(state, context);
  const grown = await grow(state, sensed, context);
  const selected = await select(state, grown, context);
  const curated = curate(state.round, grown, selected, context);
  const pool = curated.pool.map(({ spec }) => spec);
  const audited = await auditVerdicts(curated.incumbent, pool, await context.locked(), context.runner);

  return {
    state: {
      round: state.round + 1,
      pool: curated.pool,
      incumbent: curated.incumbent,
      bestObjective: selected.bestObjective,
      elites: selected.elites.filter(({ expression }) => isSelectable(expression, curated.pool)),
      lastBirth: grown.lastBirth,
    },
    events: [
      ...sensed.events,
      ...grown.events,
      ...selected.events,
      ...curated.events,
      { kind: 'audited', audit: audited?.audit ?? null, verdicts: audited?.verdicts ?? null },
    ],
  };
}

/** True when every op that an expression names is still active. */
function isSelectable(expression: string, pool: readonly OpRecord[]): boolean {
  const active = new Set(pool.filter(({ status }) => status === 'active').map(({ spec }) => spec.name));
  return leavesOf(parseExpression(expression)).every((name) => active.has(name));
}
