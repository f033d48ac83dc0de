import type { PreparedItem } from '../grader/item.js';
import type { AbstainReason, OpFinding, OpSpec } from '../grader/op.js';
import { planesOf, type Planes, type VerdictTable } from '../grader/planes.js';
import type { RoundContext } from './context.js';
import type { RoundEvent } from './events.js';
import { checkKey } from './remember-findings.js';
import type { OpRecord } from './state.js';

/** The pool's verdicts on both open splits. */
export interface Tables {
  readonly dev: VerdictTable;
  readonly train: VerdictTable;
}

/** What one op says of dev and train, packed, with its faults. */
interface OpRow {
  readonly dev: Planes;
  readonly train: Planes;
  readonly faults: Partial<Record<AbstainReason, number>>;
}

/** Rows by check: the rounds of a phase look at the same outputs, and packing their verdicts is most of a warm round. */
const rowsOf = new WeakMap<RoundContext, Map<string, OpRow>>();

/** Runs ops on dev and train and adds their planes to the tables. */
export async function addOps(
  tables: Tables | null,
  ops: readonly OpSpec[],
  context: RoundContext,
): Promise<{ readonly tables: Tables; readonly faults: readonly RoundEvent[] }> {
  const devItems = context.dev.map(({ prepared }) => prepared);
  const rows = await rowsFor(ops, devItems, context);
  const dev = new Map<string, Planes>(tables?.dev.planes);
  const train = new Map<string, Planes>(tables?.train.planes);
  const faults: RoundEvent[] = [];
  for (const [index, op] of ops.entries()) {
    const row = rows[index];
    if (row === undefined) throw new RangeError(`no verdicts of op ${op.name}`);
    dev.set(op.name, row.dev);
    train.set(op.name, row.train);
    if (Object.keys(row.faults).length > 0)
      faults.push({ kind: 'op-faults', name: op.name, faults: row.faults });
  }
  return {
    tables: {
      dev: { items: devItems.length, planes: dev },
      train: { items: context.train.length, planes: train },
    },
    faults,
  };
}

async function rowsFor(
  ops: readonly OpSpec[],
  devItems: readonly PreparedItem[],
  context: RoundContext,
): Promise<readonly OpRow[]> {
  const { train, runner } = context;
  let known = rowsOf.get(context);
  if (known === undefined) rowsOf.set(context, (known = new Map<string, OpRow>()));
  const missing = ops.filter((op) => known.get(rowKey(op)) === undefined);
  const findings = await runner.run(missing, [...devItems, ...train]);
  const fresh = new Map<string, OpRow>();
  for (const [index, op] of missing.entries()) {
    const ofOp = findings[index] ?? [];
    const row: OpRow = {
      dev: planesFrom(ofOp.slice(0, devItems.length)),
      train: planesFrom(ofOp.slice(devItems.length)),
      faults: countFaults(ofOp),
    };
    fresh.set(rowKey(op), row);
    // What the clock decided is looked at again, as the cache does.
    if (row.faults['timed-out'] === undefined) known.set(rowKey(op), row);
  }
  return ops.flatMap((op) => known.get(rowKey(op)) ?? fresh.get(rowKey(op)) ?? []);
}

/** Test worlds tell ops apart by name, so a row belongs to a name and a check. */
function rowKey(op: OpSpec): string {
  return `${op.name} ${checkKey(op)}`;
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
