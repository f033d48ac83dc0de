import type { Family } from '../families/family.js';
import type { SectionFacts } from '../families/report/read-section.js';
import { valueErasure } from '../families/report/value-erasure.js';
import type { Attempt } from '../skills/context.js';
import type { ArmEvent } from './state.js';

/** How much of the evidence in the locked outputs of a round is erased (report family); recorded, read by no loop. */
export function erasedShare(family: Pick<Family, 'name'>, attempts: readonly Attempt[]): readonly ArmEvent[] {
  if (family.name !== 'report') return [];
  const shares = attempts
    .filter(({ split }) => split === 'test')
    .flatMap(({ prepared }) => valueErasure(prepared.root.facts as unknown as SectionFacts).share ?? []);
  const mean = shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return [{ kind: 'erased', share: mean }];
}
