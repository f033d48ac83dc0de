import type { GraderFile } from '../grader/grader-file.js';
import type { LeafReport } from './leaf-record.js';

/**
 * Why a grader was selected, leaf by leaf, as its file tells it; undefined where it does not. The file's hash does not cover it, so a
 * report that is not whole counts as missing.
 */
export function selectionOf({ provenance }: Pick<GraderFile, 'provenance'>): LeafReport | undefined {
  const selection = provenance['selection'] as unknown as LeafReport | null | undefined;
  if (selection === null || selection === undefined) return undefined;
  const { leaves, train } = selection;
  const isWhole =
    Array.isArray(leaves) &&
    typeof train === 'object' &&
    Number.isInteger(train.items) &&
    train.items > 0 &&
    Array.isArray(train.ops);
  return isWhole ? selection : undefined;
}
