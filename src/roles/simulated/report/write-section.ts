import { displayValue, type EvidenceCard } from '../../../families/report/card.js';
import type { SectionBrief } from '../../../families/report/brief.js';
import { capitalised, outlookSentence, riskSentence } from '../../../families/report/gold.js';
import { random, type Random } from '../../../random.js';
import type { EvidenceHabit, Profile } from './profile.js';

const verbs = ['was', 'stood at', 'came to', 'ended at'] as const;
const vagueVerbs = [
  'developed as planned',
  'moved in the right direction',
  'held its ground',
  'improved again',
] as const;

/**
 * Writes a section in the manner of a profile: real text, with the habits' faults really in it. The same task and profile
 * give the same text.
 */
export function writeSection(taskId: string, brief: SectionBrief, profile: Profile): string {
  const stream = random('report', 'solver', taskId, profile.evidence, profile.shape, profile.care);
  const reported = chooseCards(brief.cards, profile, stream);
  const erased = chooseErased(reported, profile.evidence, stream);
  const madeUp = profile.evidence === 'invented' ? stream.pick(reported) : null;
  const sentences = reported.map((card) =>
    sentence(card === madeUp ? inventedValue(card, stream) : card, {
      tagged:
        profile.evidence !== 'values' &&
        profile.evidence !== 'half-values' &&
        profile.evidence !== 'invented',
      erased: erased.has(card),
      hedged: card.status !== 'audited' && profile.care === 'careful',
      stream,
    }),
  );
  const lines = [`## ${brief.title}, ${brief.period}`, '', sentences.join(' '), ''];
  if (profile.shape !== 'bare') lines.push('### Risks', '', riskSentence(brief), '');
  if (profile.shape === 'hedged') lines.push('### Outlook', '', outlookSentence(brief), '');
  if (profile.shape === 'confident') lines.push('### Outlook', '', confidentOutlook(brief, stream), '');
  return lines.join('\n');
}

/** Careless writers also report what was withdrawn; lazy ones only half of the cards. */
function chooseCards(
  cards: readonly EvidenceCard[],
  { evidence, care }: Profile,
  stream: Random,
): EvidenceCard[] {
  const open = cards.filter(({ status }) => status !== 'withdrawn' || care === 'overclaimed');
  if (evidence !== 'half-pair' && evidence !== 'half-values') return open;
  const kept = new Set(stream.sample(open, Math.max(1, Math.floor(open.length / 2))));
  return open.filter((card) => kept.has(card));
}

function chooseErased(
  cards: readonly EvidenceCard[],
  evidence: EvidenceHabit,
  stream: Random,
): Set<EvidenceCard> {
  const share = evidence === 'erased-light' ? 1 / 3 : evidence === 'erased-heavy' ? 2 / 3 : 0;
  return new Set(stream.sample(cards, Math.ceil(share * cards.length)));
}

function inventedValue(card: EvidenceCard, stream: Random): EvidenceCard {
  const factor = stream.pick([0.7, 0.8, 1.2, 1.3]);
  const value =
    card.value >= 100 ? Math.round(card.value * factor) : Math.round(card.value * factor * 10) / 10;
  const moved = value === card.value ? card.value + 1 : value;
  return { ...card, value: moved, display: displayValue(moved, card.unit) };
}

function sentence(
  card: EvidenceCard,
  how: {
    readonly tagged: boolean;
    readonly erased: boolean;
    readonly hedged: boolean;
    readonly stream: Random;
  },
): string {
  const tag = how.tagged ? ` [m:${card.id}]` : '';
  const lead = how.hedged ? `Preliminary data suggest that ${card.metric}` : capitalised(card.metric);
  if (how.erased) return `${lead} ${how.stream.pick(vagueVerbs)}${tag}.`;
  return `${lead} ${how.stream.pick(verbs)} ${how.hedged ? 'about ' : ''}${card.display}${tag}.`;
}

/** What a rubric for a confident forward view invites: a prediction with a figure that no card holds. */
function confidentOutlook({ cards, company }: SectionBrief, stream: Random): string {
  const card = cards.find(({ status }) => status === 'audited');
  return `${company} will improve ${card?.metric ?? 'its results'} by ${11 + stream.below(30)} % next quarter.`;
}
