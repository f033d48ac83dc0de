import { createHash } from 'node:crypto';
import type { SectionBrief } from '../../../families/report/brief.js';
import { missesOf } from '../../../families/report/misses.js';
import { readSection } from '../../../families/report/read-section.js';
import { taskHash, type Task } from '../../../grader/item.js';
import { hashedUnit } from '../../../random.js';
import type { Skill } from '../../roles.js';
import type { Variant } from '../fault-model.js';
import type { SimulatedSolver, SolverTask } from '../solver.js';
import { profiles, type EvidenceHabit, type Profile } from './profile.js';
import type { ReportSolverSettings, SkillEffects } from './report-settings.js';
import { writeSection } from './write-section.js';

/** What the report solver is made of. */
export interface ReportSolverParts {
  readonly settings: ReportSolverSettings;
  readonly skills: SkillEffects;
}

/** Changes when a section is written differently. */
export const reportSolverVersion: string = createHash('sha256').update('report-solver-1').digest('hex');

/**
 * The frozen writer of sections: a stand-in that draws habits and writes real text with them, not a language model. An
 * attempt is lazy or usual; a skill about a miss class replaces the habit that causes it, as far as the effort of the attempt
 * carries. Tags are cheap and values are work: under guidance that puts tags first, an attempt without the effort for all
 * values leaves tags where values belong. Nothing here knows a score.
 */
export function reportSolver(parts: ReportSolverParts): SimulatedSolver {
  const known = new Map<string, SolverTask>();
  const prepare = async (task: Task): Promise<SolverTask> => {
    const key = taskHash(task);
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = solverTask(task)));
    return found;
  };
  return {
    prepare,
    solve: async ({ task, skill, draw }) => {
      const profile = drawProfile(task, skill, draw, parts);
      return writeSection(task.id, task.visible as unknown as SectionBrief, profile);
    },
  };
}

function solverTask(task: Task): SolverTask {
  const brief = task.visible as unknown as SectionBrief;
  const variants = profiles.map((profile): Variant => {
    const output = writeSection(task.id, brief, profile);
    return {
      output,
      faults: missesOf(readSection(output, brief.cards)).sort(),
      edits: Object.values(profile),
      unseen: false,
    };
  });
  const byOutput = new Map(variants.map((variant) => [variant.output, variant]));
  return {
    variants,
    susceptibilities: [],
    withFaults: (faults) =>
      variants.filter((variant) => variant.faults.join(' ') === [...faults].sort().join(' ')),
    variantOf: (output) => byOutput.get(output),
  };
}

/** The habits of one attempt: first those of the writer, then what a skill changes. */
function drawProfile(
  task: Task,
  skill: Skill | null,
  draw: string,
  { settings, skills }: ReportSolverParts,
): Profile {
  const chance = (purpose: string, probability: number): boolean =>
    hashedUnit('report-habit', task.id, draw, purpose) < probability;
  const [low, high] = settings.lazyShare.value;
  const lazy = chance('lazy', low + (high - low) * hashedUnit('report-lazy', task.id));
  const own = lazy ? lazyProfile(chance, settings) : usualProfile(chance, settings);
  if (skill === null) return own;

  const about = readTags(skill);
  const strength =
    about.effect === 'strong' ? skills.strong.value : about.effect === 'weak' ? skills.weak.value : 0;
  const reach = about.topics.length === 0 || about.topics.includes(task.topic) ? 1 : skills.otherTopic.value;
  if (about.effect === 'harmful')
    return chance('harm', skills.harm.value) ? { ...own, evidence: 'invented' } : own;
  if (!chance('heeds', strength * reach))
    return chance('distracted', skills.distraction.value) ? { ...own, shape: 'no-outlook' } : own;
  return {
    evidence: guidedEvidence(own.evidence, lazy, about, chance),
    shape: about.confident
      ? 'confident'
      : about.classes.includes('missing-section') || about.classes.includes('unhedged-forecast')
        ? 'hedged'
        : own.shape,
    care: about.classes.includes('low-status-overclaimed') ? 'careful' : own.care,
  };
}

type Chance = (purpose: string, probability: number) => boolean;

function lazyProfile(chance: Chance, settings: ReportSolverSettings): Profile {
  return {
    evidence: chance('half', settings.lazyHalf.value) ? 'half-values' : 'values',
    shape: chance('bare', settings.lazyBare.value) ? 'bare' : 'no-outlook',
    care: chance('care', settings.lazyOverclaimed.value) ? 'overclaimed' : 'careful',
  };
}

function usualProfile(chance: Chance, settings: ReportSolverSettings): Profile {
  return {
    evidence: chance('invents', settings.usualInvents.value)
      ? 'invented'
      : chance('cites', settings.usualCites.value)
        ? 'pair'
        : 'values',
    shape: chance('no-outlook', settings.usualNoOutlook.value)
      ? 'no-outlook'
      : chance('confident', settings.usualConfident.value)
        ? 'confident'
        : 'hedged',
    care: chance('care', settings.usualOverclaimed.value) ? 'overclaimed' : 'careful',
  };
}

interface About {
  readonly classes: readonly string[];
  readonly topics: readonly string[];
  readonly effect: string;
  readonly tagsFirst: boolean;
  readonly confident: boolean;
}

/** What a skill says by its tags; `hint:tags-first` and `hint:confident-outlook` follow the rubric's wording literally. */
function readTags({ tags }: Skill): About {
  const tagged = (key: string): string[] =>
    tags.filter((tag) => tag.startsWith(`${key}:`)).map((tag) => tag.slice(key.length + 1));
  const hints = tagged('hint');
  return {
    classes: tagged('class'),
    topics: tagged('topic'),
    effect: tagged('effect')[0] ?? 'weak',
    tagsFirst: hints.includes('tags-first'),
    confident: hints.includes('confident-outlook'),
  };
}

const evidenceClasses = ['metric-uncovered', 'tag-without-value', 'untagged-value', 'invented-value'];

/** What guidance on evidence makes of an attempt's habit, given its effort. */
function guidedEvidence(own: EvidenceHabit, lazy: boolean, about: About, chance: Chance): EvidenceHabit {
  if (!about.classes.some((one) => evidenceClasses.includes(one))) return own;
  if (about.tagsFirst)
    return lazy ? 'erased-heavy' : chance('effort-for-values', 0.5) ? 'pair' : 'erased-light';
  if (about.classes.includes('untagged-value') || about.classes.includes('tag-without-value'))
    return lazy ? 'half-pair' : 'pair';
  if (about.classes.includes('metric-uncovered'))
    return own === 'half-values' ? 'values' : own === 'half-pair' ? 'pair' : own;
  return own === 'invented' ? 'values' : own;
}
