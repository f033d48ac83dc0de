import type { PreparedItem } from '../grader/item.js';
import type { AbstainReason, OpFinding, OpSpec } from '../grader/op.js';
import { planesOf, type Planes, type VerdictTable } from '../grader/planes.js';
import type { RoundContext } from './context.js';
import type { RoundEvent } from './events.js';
import type { OpRecord } from './state.js';

/** The pool's verdicts on both open splits. */
export interface Tables {
  readonly dev: VerdictTable;
  readonly train: VerdictTable;
}

/** Runs ops on dev and train and adds their planes to the tables. */
export async function addOps(
  tables: Tables | null,
  ops: readonly OpSpec[],
  context: RoundContext,
): Promise<{ readonly tables: Tables; readonly faults: readonly RoundEvent[] }> {
  const devItems = context.dev.map(({ prepared }) => prepared);
  const findings = await context.runner.run(ops, [...devItems, ...context.train]);
  const dev = new Map<string, Planes>(tables?.dev.planes);
  const train = new Map<string, Planes>(tables?.train.planes);
  const faults: RoundEvent[] = [];
  for (const [row, op] of ops.entries()) {
    const ofOp = findings[row] ?? [];
    dev.set(op.name, planesFrom(ofOp.slice(0, devItems.length)));
    train.set(op.name, planesFrom(ofOp.slice(devItems.length)));
    const counted = countFaults(ofOp);
    if (Object.keys(counted).length > 0) faults.push({ kind: 'op-faults', name: op.name, faults: counted });
  }
  return {
    tables: {
      dev: { items: devItems.length, planes: dev },
      train: { items: context.train.length, planes: train },
    },
    faults,
  };
}

/** The verdicts of one op on a list of items. */
export async function runOne(
  op: OpSpec,
  items: readonly PreparedItem[],
  context: RoundContext,
): Promise<readonly OpFinding[]> {
  const [findings = []] = await context.runner.run([op], items);
  return findings;
}

/** Abstentions that are faults of the op, by reason; a precondition that is not met is none. */
function countFaults(findings: readonly OpFinding[]): Partial<Record<AbstainReason, number>> {
  const counted: Partial<Record<AbstainReason, number>> = {};
  for (const { reason } of findings) {
    if (reason !== undefined && reason !== 'precondition') counted[reason] = (counted[reason] ?? 0) + 1;
  }
  return counted;
}

/** The ops that can be selected and that vote. */
export function activeOps(pool: readonly OpRecord[]): OpSpec[] {
  return pool.filter(({ status }) => status === 'active').map(({ spec }) => spec);
}

function planesFrom(findings: readonly OpFinding[]): Planes {
  return planesOf(findings.map(({ verdict }) => verdict));
}
