import type { EvidenceCard } from './card.js';

/** What ops, solvers and judges see of a section beside its prompt. */
export interface SectionBrief {
  readonly title: string;
  readonly company: string;
  readonly period: string;
  readonly cards: readonly EvidenceCard[];
}
