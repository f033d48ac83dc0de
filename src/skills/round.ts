import type { SkillContext, SkillRoundResult } from './context.js';
import { criticise } from './criticise.js';
import { curate } from './curate.js';
import { evaluate } from './evaluate.js';
import type { SkillState } from './state.js';
import { synthesise } from './synthesise.js';
import { train } from './train.js';

/**
 * One round of the Ratchet skill loop: evaluation pass, train pass, critic, synthesiser, curator. A pure function of the state
 * and what is handed in.
 *
 * @example
 * const { state, events } = await skillRound(emptySkillState, context)
 */
export async function skillRound(state: SkillState, context: SkillContext): Promise<SkillRoundResult> {
  const evaluated = await evaluate(state, context);
  const trained = await train(state, evaluated, context);
  const criticised = await criticise(state, trained, context);
  const synthesised = await synthesise(state, trained, criticised, context);
  const curated = curate(state, evaluated, synthesised, context);
  return {
    state: {
      round: state.round + 1,
      library: curated.library,
      window: criticised.window,
      patterns: criticised.patterns.groups,
      best: curated.best,
      roundsBelow: curated.roundsBelow,
    },
    events: [
      ...evaluated.events,
      ...trained.events,
      ...criticised.events,
      ...synthesised.events,
      ...curated.events,
    ],
    attempts: [...trained.attempts, ...evaluated.attempts],
  };
}
