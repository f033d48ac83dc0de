import type { PreparedItem } from '../grader/item.js';
import type { OpFinding, OpRunner, OpSpec } from '../grader/op.js';

/**
 * A runner that asks each check about each item object once. Cells look at the same items round after round, and finding a
 * verdict again by hashing costs more than everything else in such a round. Time-outs are not kept.
 */
export function remembering(runner: OpRunner): OpRunner {
  const known = new Map<string, WeakMap<PreparedItem, OpFinding>>();

  const runOne = async (op: OpSpec, items: readonly PreparedItem[]): Promise<readonly OpFinding[]> => {
    const key = checkKey(op);
    let ofCheck = known.get(key);
    if (ofCheck === undefined) known.set(key, (ofCheck = new WeakMap()));
    const findings = items.map((item) => ofCheck.get(item));
    const missing = items.filter((_, index) => findings[index] === undefined);
    if (missing.length === 0) return findings as OpFinding[];
    const [fresh = []] = await runner.run([op], missing);
    let next = 0;
    return findings.map((finding, index) => {
      if (finding !== undefined) return finding;
      const found = fresh[next++];
      const item = items[index];
      if (found === undefined || item === undefined) throw new RangeError(`no finding for item ${index}`);
      if (found.reason !== 'timed-out') ofCheck.set(item, found);
      return found;
    });
  };

  return {
    engines: runner.engines,
    run: (ops, items) => Promise.all(ops.map((op) => runOne(op, items))),
  };
}

/** All that a finding depends on besides the item; a name and a history do not count. */
export function checkKey({ check, failureClass }: OpSpec): string {
  return check.kind === 'python' ? `python ${check.source}` : `question ${failureClass} ${check.question}`;
}
