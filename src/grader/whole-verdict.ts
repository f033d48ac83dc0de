import type { Verdict } from '../verdict.js';
import type { RootFinding } from './item.js';

/**
 * A grader is root AND expression: where the root finds a drawback it fails whatever the expression says, also where
 * that abstains; else the expression decides.
 *
 * @example
 * wholeVerdict('DRAWBACK', 'ABSTAIN') // 'FAIL'
 */
export function wholeVerdict(root: RootFinding['verdict'], expression: Verdict): Verdict {
  return root === 'DRAWBACK' ? 'FAIL' : expression;
}
