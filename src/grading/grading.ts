import type { Truth } from '../families/family.js';
import type { Item, PreparedItem } from '../grader/item.js';
import type { OpFinding, OpSpec } from '../grader/op.js';

/** Wires a family's root and truth, the sandbox and the judge, with caches; the one place where ops are run. */
export interface Grading {
  /** Runs the family's root on each item (cached). */
  prepare(items: readonly Item[]): Promise<readonly PreparedItem[]>;
  /** Every op on every item, as `[op][item]`; python ops batched in the sandbox, questions asked of the judge (cached). */
  findings(
    ops: readonly OpSpec[],
    items: readonly PreparedItem[],
  ): Promise<readonly (readonly OpFinding[])[]>;
  /** The deterministic truth of each item (cached). Never called by selection. */
  truths(items: readonly Item[]): Promise<readonly Truth[]>;
  readonly engines: Readonly<Record<string, string>>;
}
