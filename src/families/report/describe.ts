import type { PreparedItem } from '../../grader/item.js';
import type { FactLine } from '../family.js';
import type { SectionFacts } from './read-section.js';
import { valueErasure } from './value-erasure.js';

/** What reading a section against its cards showed, in words. */
export function describeReport({ root: { facts } }: PreparedItem): readonly FactLine[] {
  if (!isRead(facts)) return [];
  const { cards, numbers, tags, risks, outlook } = facts;
  const reportable = cards.filter(({ status }) => status !== 'withdrawn');
  const stated = reportable.filter(({ valueStated }) => valueStated).length;
  const loose = numbers.filter(({ card, tagBeside }) => card !== null && !tagBeside).length;
  const missing = [...(risks ? [] : ['risks']), ...(outlook ? [] : ['outlook'])];
  return [
    { source: 'root', text: `${stated} of ${reportable.length} values stated, ${tags.length} tags` },
    ...(loose > 0 ? [{ source: 'root', text: `${loose} values without a tag` } as const] : []),
    ...(missing.length > 0 ? [{ source: 'root', text: `missing: ${missing.join(', ')}` } as const] : []),
  ];
}

/** The value-erasure check of the repair at the capsule gate: a tag stands where its value belongs. */
export function erasureGate({ root: { facts } }: PreparedItem): Omit<FactLine, 'source'> | null {
  if (!isRead(facts)) return null;
  const { erased, tags, metrics } = valueErasure(facts);
  if (erased === 0) return null;
  return {
    text: `${erased} of ${tags} tags without their value: ${metrics.join(', ')}`,
    failureClass: 'tag-without-value',
  };
}

/** False for an attempt that brought no section: its facts are empty. */
function isRead(facts: unknown): facts is SectionFacts {
  return typeof facts === 'object' && facts !== null && 'cards' in facts;
}
