import type { Attempt, SkillContext } from './context.js';
import type { SkillEvent } from './events.js';
import { attemptAll, scoresOf } from './attempt.js';
import { activeRecords } from './library.js';
import { createRouter, type Router } from './route.js';
import type { SkillState } from './state.js';

/** What the evaluation pass found. */
export interface Evaluated {
  readonly attempts: readonly Attempt[];
  /** Mean locked score; null where no truth was to be had. */
  readonly heldOut: number | null;
  readonly router: Router;
  readonly events: readonly SkillEvent[];
}

/**
 * Phase 1: the active skills on the locked split, and on the untouched one beside it. Nobody learns from these attempts: the
 * locked mean feeds the rollback, the untouched one nothing at all.
 */
export async function evaluate(state: SkillState, context: SkillContext): Promise<Evaluated> {
  const active = activeRecords(state.library).map(({ skill }) => skill);
  const router = createRouter(active, context.roles, context.settings);
  const [test, untouched] = await Promise.all([
    attemptAll(context, state.round, 'test', context.test, router),
    attemptAll(context, state.round, 'untouched', context.untouched, router),
  ]);
  const scores = scoresOf(test);
  return {
    attempts: [...test, ...untouched].map((attempt) => ({ ...attempt, verdict: null })),
    heldOut: scores.mean,
    router,
    events: [{ kind: 'evaluated', test: scores, untouched: scoresOf(untouched), active: active.length }],
  };
}
