import type { PreparedItem } from '../grader/item.js';
import type { OpRunner, OpSpec } from '../grader/op.js';

/** An op with the share of train outputs on which it has an opinion. */
export interface Applicability {
  readonly op: string;
  /** Opinions over outputs. */
  readonly opinions: number;
  readonly of: number;
}

/** Below this share of the frozen solver's train outputs an op counts as narrow. */
const narrowBelow = 0.2;

/** On how many train outputs each op has an opinion. Nothing here looks at what is true. */
export async function applicability(
  ops: readonly OpSpec[],
  train: readonly PreparedItem[],
  runner: OpRunner,
): Promise<readonly Applicability[]> {
  const findings = await runner.run(ops, train);
  return ops.map(({ name }, row) => ({
    op: name,
    opinions: (findings[row] ?? []).filter(({ verdict }) => verdict !== 'ABSTAIN').length,
    of: train.length,
  }));
}

/** True for an op with a real precondition that is seldom met: what a vacuous grader is made of. */
export function isNarrow({ opinions, of }: Applicability): boolean {
  return opinions < narrowBelow * of;
}
