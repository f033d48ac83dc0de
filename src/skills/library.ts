import type { Skill, SkillDraft } from '../roles/skill-loop.js';
import type { SkillRecord } from './state.js';

/** The skills that may be put into a prompt, in order of birth. */
export function activeRecords(library: readonly SkillRecord[]): readonly SkillRecord[] {
  return library.filter(({ skill }) => skill.status === 'ACTIVE');
}

/** (successes − failures) / trials on routed train tasks; null before the first trial. */
export function scoreOf({ trials, successes }: SkillRecord): number | null {
  return trials === 0 ? null : (2 * successes - trials) / trials;
}

/** Adds a skill under the next id; another version of the same name counts on. */
export function withSkill(
  library: readonly SkillRecord[],
  draft: SkillDraft,
  pattern: string,
  round: number,
): readonly SkillRecord[] {
  const version = 1 + library.filter(({ skill }) => skill.name === draft.name).length;
  const skill: Skill = { ...draft, id: `s${library.length + 1}`, version, status: 'ACTIVE' };
  return [...library, { skill, bornAt: round, pattern, trials: 0, successes: 0, left: null }];
}

/** What a skill says when it is compared with others: its name, what it is for, what it listens to. */
export function identityText({ name, intent, signalsMatch }: Omit<SkillDraft, 'guidance'>): string {
  return `${name} ${intent} ${signalsMatch.join(' ')}`;
}

/** A skill as it is printed into a prompt. */
export function skillText({ name, intent, description, guidance }: SkillDraft): string {
  const { appliesWhen, keyInsight, commonPitfalls, verifyBeforeReturning } = guidance;
  return [
    `# ${name}`,
    intent,
    description,
    `Applies when: ${appliesWhen}`,
    `Key insight: ${keyInsight}`,
    `Common pitfalls: ${commonPitfalls.join('; ')}`,
    `Verify before returning: ${verifyBeforeReturning.join('; ')}`,
  ].join('\n');
}
