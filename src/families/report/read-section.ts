import type { CardStatus, EvidenceCard } from './card.js';
import { cutSection, isAssertive, isHedged, type Part } from './sentences.js';

/** An evidence tag as it stands in the text. */
export interface TagFact {
  readonly id: string;
  /** Status of the card that it names; null when no such card exists. */
  readonly status: CardStatus | null;
  readonly part: Part;
  /** A figure stands before it, in the same sentence and after the tag before. */
  readonly valueBeside: boolean;
  /** That figure is the card's value. */
  readonly rightValue: boolean;
  readonly hedged: boolean;
}

/** A figure as it stands in the text. */
export interface NumberFact {
  readonly text: string;
  readonly value: number;
  readonly part: Part;
  /** The card whose value it is, or null. */
  readonly card: string | null;
  readonly tagBeside: boolean;
  readonly hedged: boolean;
}

/** What the text does with one card. */
export interface CardFact {
  readonly id: string;
  readonly metric: string;
  readonly status: CardStatus;
  readonly named: boolean;
  readonly tagged: boolean;
  readonly valueStated: boolean;
  /** Every sentence that states its value or tag is worded with care. */
  readonly hedged: boolean;
}

/** Everything that the root reads in a section; ops see exactly this. */
export interface SectionFacts {
  readonly heading: string | null;
  readonly risks: boolean;
  readonly outlook: boolean;
  readonly words: number;
  readonly tags: readonly TagFact[];
  readonly numbers: readonly NumberFact[];
  readonly cards: readonly CardFact[];
  readonly outlookSentences: number;
  readonly outlookHedged: number;
  readonly outlookAssertive: number;
}

const tagPattern = /\[m:([A-Za-z0-9_]{1,64})\]/g;
const numberPattern = /\$?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,6})?/g;
/** Quarters and years are no figures. */
const calendar = /\bQ[1-4]\s+\d{4}\b|\b(?:19|20)\d{2}\b(?!\s*%)/g;
const mostMarks = 200;

/** Reads a section against its cards: tags, figures, what stands beside what, hedges and the shape of the outlook. */
export function readSection(text: string, cards: readonly EvidenceCard[]): SectionFacts {
  const { heading, parts, sentences } = cutSection(text);
  const tags: TagFact[] = [];
  const numbers: NumberFact[] = [];
  for (const { part, text: sentence } of sentences) {
    const marks = readMarks(sentence, cards);
    const hedged = isHedged(sentence);
    tags.push(...marks.tags.map((tag) => ({ ...tag, part, hedged })));
    numbers.push(...marks.numbers.map((number) => ({ ...number, part, hedged })));
  }
  const prose = sentences.map((sentence) => sentence.text.toLowerCase());
  const outlook = sentences.filter(({ part }) => part === 'outlook').map((sentence) => sentence.text);
  return {
    heading: heading === null ? null : heading.slice(0, 200),
    risks: parts.risks,
    outlook: parts.outlook,
    words: sentences.reduce((sum, sentence) => sum + sentence.text.split(/\s+/).length, 0),
    tags: tags.slice(0, mostMarks),
    numbers: numbers.slice(0, mostMarks),
    cards: cards.map((card) => cardFact(card, prose, tags, numbers)),
    outlookSentences: outlook.length,
    outlookHedged: outlook.filter(isHedged).length,
    outlookAssertive: outlook.filter(isAssertive).length,
  };
}

type Marks = {
  readonly tags: readonly Omit<TagFact, 'part' | 'hedged'>[];
  readonly numbers: readonly Omit<NumberFact, 'part' | 'hedged'>[];
};

/** The tags and figures of one sentence, each with what stands beside it. */
function readMarks(sentence: string, cards: readonly EvidenceCard[]): Marks {
  const blank = (match: string): string => ' '.repeat(match.length);
  const found = [...sentence.matchAll(tagPattern)]
    .slice(0, mostMarks)
    .map((match) => ({ id: match[1] ?? '', at: match.index }));
  const plain = sentence.replace(tagPattern, blank).replace(calendar, blank);
  const figures = [...plain.matchAll(numberPattern)].slice(0, mostMarks).map((match) => ({
    text: match[0],
    value: Number(match[0].replace(/[$,]/g, '')),
    at: match.index,
  }));
  const between = <T extends { at: number }>(list: readonly T[], from: number, to: number): T[] =>
    list.filter(({ at }) => at >= from && at < to);

  const tags = found.map((tag, index) => {
    const card = cards.find(({ id }) => id === tag.id);
    const before = between(figures, index === 0 ? 0 : (found[index - 1]?.at ?? 0), tag.at);
    return {
      id: tag.id,
      status: card?.status ?? null,
      valueBeside: before.length > 0,
      rightValue: card !== undefined && before.some(({ value }) => value === card.value),
    };
  });
  const numbers = figures.map((figure, index) => {
    const next = figures[index + 1]?.at ?? sentence.length;
    const card = cards.find(
      ({ value, metric }) => value === figure.value && sentence.toLowerCase().includes(metric),
    );
    const anyCard = card ?? cards.find(({ value }) => value === figure.value);
    return {
      text: figure.text,
      value: figure.value,
      card: anyCard?.id ?? null,
      tagBeside: between(found, figure.at, next).length > 0,
    };
  });
  return { tags, numbers };
}

function cardFact(
  { id, metric, status }: EvidenceCard,
  prose: readonly string[],
  tags: readonly TagFact[],
  numbers: readonly NumberFact[],
): CardFact {
  const ofTag = tags.filter((tag) => tag.id === id);
  const ofNumber = numbers.filter((number) => number.card === id);
  return {
    id,
    metric,
    status,
    named: prose.some((sentence) => sentence.includes(metric)),
    tagged: ofTag.length > 0,
    valueStated: ofNumber.length > 0,
    hedged: [...ofTag, ...ofNumber].every(({ hedged }) => hedged),
  };
}
