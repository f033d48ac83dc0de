import { auditVerdicts } from '../../evolution/audit.js';
import type { LockedItem } from '../../evolution/context.js';
import type { Family } from '../../families/family.js';
import type { OpRunner } from '../../grader/op.js';
import type { Json } from '../../json.js';

/** The locked items of a cell, with what two graders that nobody evolved say of each; letters as in audits. */
export interface LockedNote {
  readonly items: readonly string[];
  /** `P` or `F`, one letter an item with a label. */
  readonly labels: string;
  readonly handSeed: string;
  /** Empty in a family without a bare judge. */
  readonly bareJudge: string;
}

/** Makes the note of the items with a label. */
export async function lockedNote(
  locked: readonly LockedItem[],
  family: Pick<Family, 'handSeed' | 'bareJudge' | 'seedOps'>,
  runner: OpRunner,
): Promise<Json> {
  const labelled = locked.filter(({ label }) => label !== null);
  const said = async (expression: string): Promise<string> =>
    expression === ''
      ? ''
      : ((await auditVerdicts(expression, family.seedOps, locked, runner))?.verdicts ?? '');
  return {
    items: labelled.map(({ prepared }) => prepared.item.id),
    labels: labelled.map(({ label }) => label?.[0] ?? '').join(''),
    handSeed: await said(family.handSeed),
    bareJudge: await said(family.bareJudge),
  };
}
