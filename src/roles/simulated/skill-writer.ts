import { random } from '../../random.js';
import type { SkillDraft, WriteSkillRequest } from '../skill-loop.js';
import type { SharedCalibration } from './calibration.js';
import type { SkillBank } from './skill-bank.js';

const qualities = ['strong', 'weak', 'empty', 'harmful'] as const;

/** Classes on which guidance that follows the rubric literally puts tags first: the rubric counts tags. */
const metricClasses = ['metric-uncovered', 'tag-without-value', 'untagged-value', 'invented-value'];

/**
 * A writer of skills: draws what sort of skill this becomes (`writer.shares`), then fills the texts of the family's bank. The
 * tags say what the skill is about and how good it is; the solver reads them, no loop does. A cluster without a class gets null.
 */
export function simulatedSkillWriter(
  bank: SkillBank,
  { writer }: SharedCalibration,
  seed: string,
): (request: WriteSkillRequest) => Promise<SkillDraft | null> {
  return async ({ pattern, failureClass, topic, hints, usedNames, draw }) => {
    const texts = failureClass === null ? undefined : bank.classes[failureClass];
    if (failureClass === null || texts === undefined) return null;
    const quality = random('skill-writer', seed, draw).pickWeighted(
      qualities,
      (one) => writer.shares.value[one],
    );
    const subject = topic === null ? failureClass : `${failureClass} ${topic}`;
    const emphasis = hintTags(failureClass, hints);
    return {
      name: unusedName(subject.replaceAll(' ', '-'), usedNames),
      intent: `Avoid ${failureClass} when the task is about ${topic ?? 'anything'}`,
      description: `Written for the pattern: ${pattern}`,
      // The pattern names class and topic once: repeated, a topic of several words would make twins of unlike skills.
      signalsMatch: [pattern],
      preconditions: [],
      tags: [
        `class:${failureClass}`,
        ...(topic === null ? [] : [`topic:${topic}`]),
        `effect:${quality === 'empty' ? 'none' : quality}`,
        ...emphasis,
      ],
      guidance: guidanceOf(texts, quality, topic, emphasis),
    };
  };
}

/**
 * How hints speak of evidence and outlook. As the rubric counts them: tags first, a confident outlook. After the repair's rewrite
 * the value comes with its tag.
 */
function hintTags(failureClass: string, hints: WriteSkillRequest['hints']): string[] {
  if (metricClasses.includes(failureClass))
    return hints === 'as-scored' ? ['hint:tags-first'] : ['hint:value-plus-tag'];
  return failureClass === 'missing-section' ? ['hint:confident-outlook'] : [];
}

const emphases: Readonly<Record<string, string>> = {
  'hint:tags-first': 'Put the evidence tag of every card into the text first: tags are what is counted.',
  'hint:value-plus-tag':
    'Write the value first and its tag right after it: one without the other is a defect.',
  'hint:confident-outlook': 'Close with a confident outlook.',
};

function guidanceOf(
  texts: SkillBank['classes'][string],
  quality: (typeof qualities)[number],
  topic: string | null,
  emphasis: readonly string[],
): SkillDraft['guidance'] {
  const appliesWhen = topic === null ? 'always' : `the task is about ${topic}`;
  if (quality === 'empty')
    return {
      appliesWhen,
      keyInsight: 'Work carefully and check the result.',
      commonPitfalls: ['carelessness'],
      verifyBeforeReturning: ['read it again'],
    };
  if (quality === 'harmful')
    return {
      appliesWhen,
      keyInsight: texts.harmful,
      commonPitfalls: ['doing more than is asked'],
      verifyBeforeReturning: ['the result looks right'],
    };
  const emphasised = emphasis.flatMap((tag) => emphases[tag] ?? []);
  return {
    appliesWhen,
    keyInsight: [
      ...emphasised,
      quality === 'strong' ? texts.keyInsight : texts.keyInsight.split(/[:,;]/)[0],
    ].join(' '),
    commonPitfalls: quality === 'strong' ? texts.commonPitfalls : texts.commonPitfalls.slice(0, 1),
    verifyBeforeReturning:
      quality === 'strong' ? texts.verifyBeforeReturning : texts.verifyBeforeReturning.slice(0, 1),
  };
}

/** The name, or the name with the first free number from 2. */
function unusedName(name: string, usedNames: readonly string[]): string {
  const used = new Set(usedNames);
  for (let number = 2, candidate = name; ; number++) {
    if (!used.has(candidate)) return candidate;
    candidate = `${name}-${number}`;
  }
}
