import { readFileSync } from 'node:fs';
import { dataPath } from '../../data-folder.js';
import type { Task } from '../../grader/item.js';
import type { JsonObject } from '../../json.js';
import { random, type Random } from '../../random.js';
import type { SectionBrief } from './brief.js';
import { displayValue, type CardStatus, type EvidenceCard } from './card.js';
import { writeGold } from './gold.js';

interface Metric {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly range: readonly [number, number];
}

interface Vocabulary {
  readonly companies: readonly string[];
  readonly periods: readonly string[];
  readonly topics: Readonly<Record<string, { readonly title: string; readonly metrics: readonly Metric[] }>>;
  readonly sources: readonly string[];
}

/** The words that sections are made of (`data/families/report/vocabulary.json`). */
function loadVocabulary(): Vocabulary {
  return JSON.parse(readFileSync(dataPath('families', 'report', 'vocabulary.json'), 'utf8')) as Vocabulary;
}

/** Sections in the embedded pack: 73 train, 10 anchors, 48 locked, 24 untouched. */
const sections = 155;

/**
 * The embedded sections: one for a company and a topic, each with its own evidence cards, made by a seeded generator that
 * never changes. All companies and figures are invented.
 */
export function reportTasks(): Task[] {
  const vocabulary = loadVocabulary();
  const pairs = Object.keys(vocabulary.topics).flatMap((topic) =>
    vocabulary.companies.map((company) => ({ topic, company })),
  );
  return random('report', 'pack')
    .sample(pairs, sections)
    .map(({ topic, company }) => sectionTask(vocabulary, topic, company))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function sectionTask(vocabulary: Vocabulary, topic: string, company: string): Task {
  const stream = random('report', 'section', topic, company);
  const period = stream.pick(vocabulary.periods);
  const { title = topic, metrics = [] } = vocabulary.topics[topic] ?? {};
  const statuses = drawStatuses(stream);
  const chosen = stream.sample(metrics, statuses.length);
  const cards = chosen.map((metric, index) =>
    card(metric, statuses[index] ?? 'audited', period, stream, vocabulary.sources),
  );
  const brief: SectionBrief = { title, company, period, cards };
  return {
    id: `report/${topic}/${company.toLowerCase().replaceAll(' ', '-')}`,
    prompt: prompt(brief),
    topic,
    reference: writeGold(brief),
    visible: brief as unknown as JsonObject,
    hidden: {},
  };
}

/** Three or four audited cards, one of low status, and a withdrawn one in every third section. */
function drawStatuses(stream: Random): CardStatus[] {
  const audited = 3 + stream.below(2);
  const withdrawn = stream.chance(1 / 3);
  return [
    ...Array<CardStatus>(audited).fill('audited'),
    'low',
    ...(withdrawn ? (['withdrawn'] as const) : []),
  ];
}

function card(
  metric: Metric,
  status: CardStatus,
  period: string,
  stream: Random,
  sources: readonly string[],
): EvidenceCard {
  const [low, high] = metric.range;
  const raw = low + stream.next() * (high - low);
  const value = high >= 300 || metric.unit === 'count' ? Math.round(raw) : Math.round(raw * 10) / 10;
  return {
    id: `${metric.key}_${period.slice(0, 2).toLowerCase()}`,
    metric: metric.name,
    value,
    unit: metric.unit,
    display: displayValue(value, metric.unit),
    period,
    status,
    source: stream.pick(sources),
  };
}

function prompt({ title, company, period, cards }: SectionBrief): string {
  const lines = cards.map(
    ({ id, metric, display, status, source }) => `- ${id} | ${metric} | ${display} | ${status} | ${source}`,
  );
  return [
    `Write the section "${title}" of the ${period} report of ${company} from the evidence cards below.`,
    'State every audited value with its evidence tag next to it, as in "$1.2 million [m:example_q1]". State values of low status',
    'only with a hedge, with their tag. Do not report withdrawn values. State no other figures. Begin with a heading line, and end',
    'with a "### Risks" and a "### Outlook" part; the outlook rests on the evidence and is worded with care.',
    '',
    'Cards (id | metric | value | status | source):',
    ...lines,
  ].join('\n');
}
