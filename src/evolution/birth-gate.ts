import { isOpName } from '../grader/expression.js';
import type { OpSpec } from '../grader/op.js';

/** What the birth gate saw of a draft. */
export interface Birth {
  readonly firedOnCluster: number;
  readonly firedOnKnownGood: number;
  /** Why the draft is refused, or null. */
  readonly problem: string | null;
}

/**
 * The birth gate: a draft must fire on at least half of its own cluster and on no known-good output. Its form (name, class)
 * is checked even where the gate is off, since nothing could refer to it otherwise.
 *
 * @returns the reason for refusal in words, or null
 */
export function birthProblem(birth: {
  readonly draft: OpSpec;
  readonly usedNames: readonly string[];
  readonly taxonomy: readonly string[];
  /** Whether the guard is on. */
  readonly gate: boolean;
  readonly clusterSize: number;
  readonly firedOnCluster: number;
  readonly firedOnKnownGood: number;
}): string | null {
  const { draft, usedNames, taxonomy, gate, clusterSize, firedOnCluster, firedOnKnownGood } = birth;
  if (!isOpName(draft.name) || draft.name === 'root') return `'${draft.name}' is not an op name`;
  const asks = draft.check.kind === 'question';
  if (asks !== (draft.tier === 'judge'))
    return `a ${draft.tier} op cannot ${asks ? 'ask a question' : 'run Python'}`;
  if ((draft.check.kind === 'question' ? draft.check.question : draft.check.source).trim() === '')
    return 'its check is empty';
  if (usedNames.includes(draft.name)) return `an op called '${draft.name}' exists`;
  if (!taxonomy.includes(draft.failureClass))
    return `failure class '${draft.failureClass}' is not in the taxonomy`;
  if (!gate) return null;
  if (2 * firedOnCluster < clusterSize)
    return `fires on ${firedOnCluster} of ${clusterSize} of its own cluster`;
  if (firedOnKnownGood > 0) return `fires on ${firedOnKnownGood} known-good outputs`;
  return null;
}
