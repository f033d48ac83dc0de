import type { Task } from '../grader/item.js';
import type { PreferenceRubric, Roles } from './roles.js';

/** A comparison in both orders. */
export interface PairVerdict {
  /** A win counts only when both orders agree; everything else is a tie. */
  readonly winner: 'a' | 'b' | 'tie';
  /** The winner named with `a` shown first, and with `b` shown first. */
  readonly orders: readonly ['a' | 'b' | 'tie', 'a' | 'b' | 'tie'];
  /** The judge's reasons from both orders, without repetition. */
  readonly reasons: readonly string[];
}

/**
 * Asks a pairwise judge twice with swapped positions. A decided pair is one on which both orders name the same output, so
 * a favour for a position can make a tie and never a win.
 *
 * @param pair two outputs for the task
 */
export async function compareBothOrders(
  roles: Pick<Roles, 'prefer'>,
  task: Task,
  pair: { readonly a: string; readonly b: string },
  { rubric, draw }: { readonly rubric: PreferenceRubric; readonly draw: string },
): Promise<PairVerdict> {
  const forward = await roles.prefer({ task, first: pair.a, second: pair.b, rubric, draw: `${draw}/ab` });
  const backward = await roles.prefer({ task, first: pair.b, second: pair.a, rubric, draw: `${draw}/ba` });
  const ab = forward.winner === 'tie' ? 'tie' : forward.winner === 'first' ? 'a' : 'b';
  const ba = backward.winner === 'tie' ? 'tie' : backward.winner === 'first' ? 'b' : 'a';
  return {
    winner: ab === ba ? ab : 'tie',
    orders: [ab, ba],
    reasons: [...new Set([...forward.reasons, ...backward.reasons])],
  };
}
