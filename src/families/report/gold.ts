import { random } from '../../random.js';
import type { EvidenceCard } from './card.js';
import type { SectionBrief } from './brief.js';

const verbs = ['stood at', 'came to', 'was', 'reached', 'closed at'] as const;
const hedges = ['Preliminary figures suggest', 'An unaudited count indicates', 'Early data suggest'] as const;

/** The gold section of a brief: every audited value with its tag, low ones hedged, withdrawn ones left out. */
export function writeGold(brief: SectionBrief): string {
  const stream = random('report', 'gold', brief.company, brief.title);
  const body = brief.cards
    .filter(({ status }) => status !== 'withdrawn')
    .map((card) =>
      card.status === 'low'
        ? `${stream.pick(hedges)} that ${card.metric} ${stream.pick(verbs)} about ${card.display} [m:${card.id}].`
        : `${capitalised(card.metric)} ${stream.pick(verbs)} ${card.display} [m:${card.id}], according to the ${card.source}.`,
    );
  return [
    `## ${brief.title}, ${brief.period}`,
    '',
    body.join(' '),
    '',
    '### Risks',
    '',
    riskSentence(brief),
    '',
    '### Outlook',
    '',
    outlookSentence(brief),
    '',
  ].join('\n');
}

/** A sentence on risks that states no figure. */
export function riskSentence({ cards, company }: SectionBrief): string {
  const low = cards.find(({ status }) => status === 'low');
  const withdrawn = cards.find(({ status }) => status === 'withdrawn');
  const about = low === undefined ? '' : ` The reading of ${low.metric} is not audited yet.`;
  const gone =
    withdrawn === undefined ? '' : ` A figure for ${withdrawn.metric} was withdrawn and is not reported.`;
  return `The picture of ${company} rests on a single quarter.${about}${gone}`;
}

/** A hedged outlook that states no figure. */
export function outlookSentence({ cards }: SectionBrief): string {
  const first = cards.find(({ status }) => status === 'audited') as EvidenceCard;
  return `If conditions hold, ${first.metric} may stay near its present level; the next quarter will be read against the same cards.`;
}

/** The first letter in upper case. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
