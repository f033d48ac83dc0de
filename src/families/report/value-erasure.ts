import type { SectionFacts } from './read-section.js';

/** The finding of the value-erasure check. */
export interface Erasure {
  /** Tags of known cards. */
  readonly tags: number;
  /** Tags beside which no value stands. */
  readonly erased: number;
  /** Erased over tags; null without any tag. */
  readonly share: number | null;
  /** Metrics whose value was erased, by their name in the vocabulary of cards. */
  readonly metrics: readonly string[];
}

/**
 * The value-erasure check of the repair: tags that cite a card while the value that belongs beside them is missing. It reads the
 * vocabulary of metrics from the section's own cards.
 *
 * @example
 * valueErasure(readSection('## A\nUptime holds [m:uptime_q1].', cards)).erased // 1
 */
export function valueErasure(facts: SectionFacts): Erasure {
  const known = facts.tags.filter(({ status }) => status !== null);
  const erased = known.filter(({ valueBeside }) => !valueBeside);
  const names = new Map(facts.cards.map(({ id, metric }) => [id, metric]));
  return {
    tags: known.length,
    erased: erased.length,
    share: known.length === 0 ? null : erased.length / known.length,
    metrics: [...new Set(erased.flatMap(({ id }) => names.get(id) ?? []))].sort(),
  };
}
