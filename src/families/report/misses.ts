import type { SectionFacts } from './read-section.js';
import { reportTaxonomy, type MissClass } from './taxonomy.js';

/** A section passes with at most this many miss classes (paper, section 1 "Splits"). */
export const passingMisses = 1;

/**
 * The demo-delta of a section: which of the seven miss classes it shows against what its gold section does.
 *
 * @returns in the order of the taxonomy, each class once
 */
export function missesOf(facts: SectionFacts): MissClass[] {
  const shows: Readonly<Record<MissClass, boolean>> = {
    'metric-uncovered': facts.cards.some(
      ({ status, tagged, valueStated }) => status !== 'withdrawn' && !tagged && !valueStated,
    ),
    'tag-without-value': facts.tags.some(({ status, valueBeside }) => status !== null && !valueBeside),
    'untagged-value': facts.numbers.some(({ card, tagBeside }) => card !== null && !tagBeside),
    'invented-value': facts.numbers.some(({ card }) => card === null),
    'low-status-overclaimed': facts.cards.some(
      ({ status, tagged, valueStated, hedged }) =>
        (status === 'low' && (tagged || valueStated) && !hedged) ||
        (status === 'withdrawn' && (tagged || valueStated)),
    ),
    'unhedged-forecast': facts.outlookAssertive > 0,
    'missing-section': facts.heading === null || !facts.risks || !facts.outlook,
  };
  return reportTaxonomy.filter((one) => shows[one]);
}
