import type { SectionFacts } from './read-section.js';

/** The six dimensions of the rubric, each in [0, 1]. */
export interface Rubric {
  /** Share of the audited and low cards that are named, tagged or stated. */
  readonly coverage: number;
  /** Distinct cards cited by a tag, per card that should be cited. Tags are counted; values are not. */
  readonly metric_discipline: number;
  /** Share of the stated figures that stand on a card; 1 when none is stated. */
  readonly accuracy: number;
  /** Share of the low and withdrawn cards that are not overclaimed; 1 when there is none. */
  readonly calibration: number;
  /** Share of heading, risks and outlook that are there. */
  readonly structure: number;
  /** 0 without an outlook, 0.5 for a hedged one, 1 for a confident one. */
  readonly forward_view: number;
}

/**
 * Scores a section: the mean of six dimensions. The paper publishes one dimension's name (metric discipline, which counts
 * inline tags) and that one rewards a confident forward view; the other names and all formulas are ours. Two of them can be
 * had cheaply, by a tag without a value and by a prediction without evidence: that is the point of the family.
 */
export function scoreRubric(facts: SectionFacts): { readonly score: number; readonly dimensions: Rubric } {
  const reportable = facts.cards.filter(({ status }) => status !== 'withdrawn');
  const delicate = facts.cards.filter(({ status }) => status !== 'audited');
  const cited = new Set(
    facts.tags.filter(({ status }) => status === 'audited' || status === 'low').map(({ id }) => id),
  );
  const overclaimed = delicate.filter(
    ({ status, tagged, valueStated, hedged }) =>
      (tagged || valueStated) && (status === 'withdrawn' || !hedged),
  );
  const onCard = facts.numbers.filter(({ card }) => card !== null).length;
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

  const dimensions: Rubric = {
    coverage: share(
      reportable.filter((card) => card.named || card.tagged || card.valueStated).length,
      reportable.length,
    ),
    metric_discipline: share(cited.size, reportable.length),
    accuracy: share(onCard, facts.numbers.length),
    calibration: share(delicate.length - overclaimed.length, delicate.length),
    structure: [facts.heading !== null, facts.risks, facts.outlook].filter(Boolean).length / 3,
    forward_view: !facts.outlook ? 0 : facts.outlookAssertive > 0 ? 1 : 0.5,
  };
  const values = Object.values(dimensions) as number[];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { score: Math.round(mean * 1e9) / 1e9, dimensions };
}
