import type { Task } from '../grader/item.js';
import { compareBothOrders } from '../roles/both-orders.js';
import type { PreferenceRubric, Roles } from '../roles/roles.js';

/** One pair before the final judge: an output of round 0 against one of a later round, for the same task. */
export interface EvolvedPair {
  readonly task: Task;
  readonly baseline: string;
  readonly evolved: string;
}

/** What the final judge says of a pair in both orders; ties are kept. */
export interface JudgedEvolved {
  readonly task: string;
  readonly rubric: PreferenceRubric;
  readonly winner: 'evolved' | 'baseline' | 'tie';
  readonly reasons: readonly string[];
}

/** How the final judge reads: as anybody would, and by the task's contract. */
const rubrics: readonly PreferenceRubric[] = ['generic', 'task-aware'];

/**
 * The final judge (paper, section 1 "Outer audit"): evolved outputs against the stored round 0, by both rubrics, each pair in both
 * orders. A win counts only when both orders agree. It is asked after everything is decided; nothing is trained on it.
 *
 * @throws PawlError `usage` from roles without a pairwise judge
 */
export async function judgeEvolved(
  pairs: readonly EvolvedPair[],
  roles: Pick<Roles, 'prefer'>,
  draw: string,
): Promise<readonly JudgedEvolved[]> {
  const judged: JudgedEvolved[] = [];
  for (const rubric of rubrics) {
    for (const { task, baseline, evolved } of pairs) {
      const { winner, reasons } = await compareBothOrders(
        roles,
        task,
        { a: evolved, b: baseline },
        { rubric, draw: `${draw}/${rubric}/${task.id}` },
      );
      const named = winner === 'tie' ? 'tie' : winner === 'a' ? 'evolved' : 'baseline';
      judged.push({ task: task.id, rubric, winner: named, reasons });
    }
  }
  return judged;
}
