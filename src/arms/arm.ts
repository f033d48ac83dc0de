import { PawlError } from '../errors.js';
import type { GraderGuards } from '../evolution/guards.js';
import { allGuards } from '../evolution/guards.js';
import { didYouMean } from '../input/nearest-name.js';
import type { AbstainInTraining, SkillGuards } from '../skills/settings.js';

/** Who grades train attempts in the skill phases; `none` = no skills are learned at all. */
export type TrainingGraderKind = 'none' | 'truth' | 'evolved' | 'hand-seed' | 'bare-judge';

/** What a phase evolves. */
export type PhaseKind = 'grader' | 'skill';

/** An arm: a training grader and a set of guards, nothing else. */
export interface Arm {
  readonly name: ArmName;
  readonly about: string;
  readonly trainingGrader: TrainingGraderKind;
  readonly grader: GraderGuards;
  readonly skills: SkillGuards;
  readonly abstainInTraining: AbstainInTraining;
}

const allSkillGuards: SkillGuards = { skillRetirement: true, activeCap: true, rollback: true };
const base = { grader: allGuards, skills: allSkillGuards, abstainInTraining: 'ungraded' } as const;
const vacuous: GraderGuards = { ...allGuards, failClosed: false, validityGate: false };
const noRollback: SkillGuards = { ...allSkillGuards, rollback: false };

/** The arms by name. */
export type ArmName =
  | 'frozen'
  | 'reference'
  | 'co'
  | 'naive'
  | 'naive-anchors'
  | 'naive-rollback'
  | 'no-fail-closed'
  | 'no-validity-gate'
  | 'no-lifecycle'
  | 'hand-seed'
  | 'judge-only'
  | 'unmanaged';

const definitions: Readonly<Record<ArmName, Omit<Arm, 'name'>>> = {
  frozen: { ...base, trainingGrader: 'none', about: 'no skills: what luck alone does in as many rounds' },
  reference: { ...base, trainingGrader: 'truth', about: 'the skill loop with free ground truth' },
  co: { ...base, trainingGrader: 'evolved', about: 'the Double Ratchet: grader and skills evolve in turn' },
  naive: {
    ...base,
    trainingGrader: 'evolved',
    grader: vacuous,
    skills: noRollback,
    abstainInTraining: 'pass',
    about: 'no fail-closed anchoring, no validity gate, no skill rollback; ABSTAIN counts as a pass',
  },
  'naive-anchors': {
    ...base,
    trainingGrader: 'evolved',
    grader: vacuous,
    abstainInTraining: 'pass',
    about: "naive's grader half alone: rollback stays on",
  },
  'naive-rollback': {
    ...base,
    trainingGrader: 'evolved',
    skills: noRollback,
    about: "naive's skill half alone: only the rollback is off",
  },
  'no-fail-closed': {
    ...base,
    trainingGrader: 'evolved',
    grader: { ...allGuards, failClosed: false },
    about: 'fail-closed alone is off',
  },
  'no-validity-gate': {
    ...base,
    trainingGrader: 'evolved',
    grader: { ...allGuards, validityGate: false },
    about: 'the validity gate alone is off',
  },
  'no-lifecycle': {
    ...base,
    trainingGrader: 'evolved',
    grader: { ...allGuards, birthGate: false, shadowTier: false, opRetirement: false },
    about: 'every synthesised op is active and none retires',
  },
  'hand-seed': { ...base, trainingGrader: 'hand-seed', about: 'a fixed grader: the hand-written seed' },
  'judge-only': { ...base, trainingGrader: 'bare-judge', about: 'a fixed grader: the bare judge' },
  unmanaged: {
    ...base,
    trainingGrader: 'truth',
    skills: { skillRetirement: false, activeCap: false, rollback: false },
    about: 'free ground truth and a skill library that nobody tends',
  },
};

/** All arms, in the order in which they are printed. */
export const arms: readonly Arm[] = (Object.keys(definitions) as ArmName[]).map((name) => ({
  name,
  ...definitions[name],
}));

/**
 * The arm of a name.
 *
 * @throws PawlError `usage` with the nearest known name
 * @example
 * armNamed('co').trainingGrader // 'evolved'
 */
export function armNamed(name: string): Arm {
  const known = arms.find((arm) => arm.name === name);
  if (known !== undefined) return known;
  const names = arms.map((arm) => arm.name);
  throw new PawlError('usage', `unknown arm '${name}'`, { hint: didYouMean(name, names) });
}
