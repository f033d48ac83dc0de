import { evaluate } from '../grader/evaluate.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt } from '../grader/planes.js';
import type { RoundContext } from './context.js';
import type { RoundEvent } from './events.js';
import type { EvolutionState } from './state.js';
import { activeOps, addOps, type Tables } from './tables.js';

/** What a round starts from: the pool's verdicts, and where the incumbent and the pool fall short. */
export interface Sensed {
  readonly tables: Tables;
  /** Positions in dev that the incumbent passes although the soft label is fail. */
  readonly misses: readonly number[];
  /** Positions in train on which the whole pool abstains, or splits. */
  readonly gaps: readonly number[];
  readonly events: readonly RoundEvent[];
}

/**
 * Step 1 of Algorithm 1. A *miss* is a dev item that the incumbent passes and the teacher fails; a *gap* is a train output
 * on which the active ops all abstain, or disagree (at least one drawback, at least one clean).
 */
export async function sense(state: EvolutionState, context: RoundContext): Promise<Sensed> {
  const alive = state.pool.filter(({ status }) => status !== 'retired').map(({ spec }) => spec);
  const { tables, faults } = await addOps(null, alive, context);

  const incumbent = state.incumbent === null ? null : evaluate(parseExpression(state.incumbent), tables.dev);
  const misses = context.dev.flatMap(({ label }, index) =>
    incumbent !== null && label.label === 'FAIL' && verdictAt(incumbent, index) === 'CLEAN' ? [index] : [],
  );

  const active = activeOps(state.pool);
  const gaps = context.train.flatMap((_, index) => {
    const verdicts = active.map(({ name }) => {
      const planes = tables.train.planes.get(name);
      return planes === undefined ? 'ABSTAIN' : verdictAt(planes, index);
    });
    const found = verdicts.includes('DRAWBACK');
    const clean = verdicts.includes('CLEAN');
    return found === clean ? [index] : [];
  });

  const sensed: RoundEvent = {
    kind: 'sensed',
    misses: misses.map((index) => context.dev[index]?.prepared.item.id ?? ''),
    gaps: gaps.map((index) => context.train[index]?.item.id ?? ''),
  };
  return { tables, misses, gaps, events: [sensed, ...faults] };
}
