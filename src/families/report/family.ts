import { dataPath } from '../../data-folder.js';
import { taskHash, type Item, type RootFinding, type Task } from '../../grader/item.js';
import { contentHash } from '../../hash.js';
import type { JsonObject } from '../../json.js';
import { readOps } from '../read-ops.js';
import type { Family, Truth } from '../family.js';
import type { EvidenceCard } from './card.js';
import { describeReport, erasureGate } from './describe.js';
import { reportTasks } from './generate.js';
import { missesOf, passingMisses } from './misses.js';
import { readSection, type SectionFacts } from './read-section.js';
import { scoreRubric } from './rubric.js';
import { reportTaxonomy } from './taxonomy.js';
import { valueErasure } from './value-erasure.js';

/** Changes when root or truth judge differently although no task or op changed. */
const judgement = 'report-1';

/** The grader that a person would write from the seed ops: what the brief asks for, check by check. */
const handSeed =
  '(any ledger_metric_uncovered low_status_card_overclaimed tag_without_value value_without_tag number_on_no_card forecast_without_hedge part_missing)';

/** The seed op that asks a judge nothing but whether a section is wrong. */
const bareJudge = 'section_is_weak';

/** Sections below this many words are no prose that could be judged. */
const fewestWords = 8;

/**
 * The report family: sections written from evidence cards. It has no verifier; its strongest reference is a rubric of six
 * dimensions (the score) and the demo-delta against the gold section (the label: at most one miss class passes).
 *
 * @example
 * createReportFamily().consensusWeight // 0.25
 */
export function createReportFamily({
  tasks = reportTasks(),
}: { readonly tasks?: readonly Task[] } = {}): Family {
  const sorted = [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
  const seedOps = readOps(dataPath('families', 'report', 'ops'), reportTaxonomy);
  return {
    name: 'report',
    version: contentHash([judgement, sorted.map(taskHash), seedOps, handSeed, bareJudge]),
    taxonomy: reportTaxonomy,
    consensusWeight: 0.25,
    splitSizes: { train: 73, dev: 10, test: 48, untouched: 24 },
    screened: false,
    auditItemsPerTask: 2,
    tasks: sorted,
    seedOps,
    handSeed,
    bareJudge,
    root: async (item) => reportRoot(item),
    truth: async (item) => reportTruth(item),
    metricDiscipline: ['metric-uncovered', 'tag-without-value', 'untagged-value', 'invented-value'],
    describe: describeReport,
    capsuleGate: erasureGate,
  };
}

/** Reads the section of an item against its task's cards. */
function sectionFacts({ task, output }: Item): SectionFacts {
  return readSection(output, cardsOf(task));
}

/** The root: a section has a heading and prose; its facts are everything that ops look at. */
export function reportRoot(item: Item): RootFinding {
  const facts = sectionFacts(item);
  const verdict = facts.heading === null || facts.words < fewestWords ? 'DRAWBACK' : 'CLEAN';
  return { verdict, facts: facts as unknown as JsonObject };
}

/** The truth: label by the number of miss classes, score by the rubric. */
export function reportTruth(item: Item): Truth {
  const facts = sectionFacts(item);
  const misses = missesOf(facts);
  const { score, dimensions } = scoreRubric(facts);
  const { tags, erased } = valueErasure(facts);
  return {
    outcome: 'scored',
    label: misses.length <= passingMisses ? 'PASS' : 'FAIL',
    score,
    failureClass: misses.length <= passingMisses ? null : (misses[0] ?? null),
    evidence: misses.length === 0 ? 'no miss against the brief' : `misses: ${misses.join(', ')}`,
    details: { misses, rubric: { ...dimensions }, tags, erased },
  };
}

function cardsOf(task: Task): readonly EvidenceCard[] {
  const cards: unknown = task.visible['cards'];
  return Array.isArray(cards) ? (cards as EvidenceCard[]) : [];
}
