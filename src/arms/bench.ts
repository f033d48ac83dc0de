import type { LockedItem, RoundContext } from '../evolution/context.js';
import { prepareMaterial, type RoundMaterial } from '../evolution/evolve.js';
import { remembering } from '../evolution/remember-findings.js';
import type { EvolutionSettings } from '../evolution/settings.js';
import type { Family } from '../families/family.js';
import type { PreparedItem } from '../grader/item.js';
import type { OpRunner, OpSpec } from '../grader/op.js';
import { checkPool } from '../grader/pool.js';
import type { Grading } from '../grading/grading.js';
import type { Pack } from '../pack/pack.js';
import type { Roles } from '../roles/roles.js';
import type { SkillContext } from '../skills/context.js';
import type { SkillSettings } from '../skills/settings.js';
import type { Arm } from './arm.js';
import { countCalls, type CallCounter } from './count-calls.js';
import type { SchedulePhase } from './schedule.js';
import type { ArmState } from './state.js';
import { trainingGrader } from './training-grader.js';

/** What one arm of one seed is run with. */
export interface ArmParts {
  readonly arm: Arm;
  readonly schedule: readonly SchedulePhase[];
  readonly seed: number;
  readonly family: Family;
  readonly pack: Pack;
  readonly roles: Roles;
  readonly grading: Grading;
  /** The numbers of both loops; guards and the meaning of ABSTAIN come from the arm. */
  readonly evolution: Omit<EvolutionSettings, 'guards'>;
  readonly skills: Omit<SkillSettings, 'guards' | 'abstainInTraining'>;
  /** The ops to start with; the family's own when left out. */
  readonly seedOps?: readonly OpSpec[];
}

/** Everything that the rounds of one arm share: its settings, the material of its seed, and who counts what is asked. */
export interface ArmBench {
  readonly parts: ArmParts;
  readonly seedOps: readonly OpSpec[];
  readonly calls: CallCounter;
  readonly runner: OpRunner;
  readonly material: RoundMaterial;
  readonly locked: readonly LockedItem[];
}

/**
 * Prepares an arm: freezes tasks and references, and makes the material of the seed (anchors, frozen outputs on train, locked
 * items). Nothing that another arm did comes in.
 */
export async function prepareArm(parts: ArmParts): Promise<ArmBench> {
  const { family, pack, grading, roles, seed, seedOps = family.seedOps } = parts;
  checkPool(seedOps, family.taxonomy);
  freezeDeep(pack);
  freezeDeep(family.tasks);
  const calls = countCalls(roles);
  const evolves = parts.arm.trainingGrader === 'evolved';
  const material = evolves
    ? await prepareMaterial({ family, pack, roles: calls.roles, grading, seed })
    : nothing;
  const locked = await material.locked();
  return { parts, seedOps, calls, runner: calls.counted(remembering(grading)), material, locked };
}

/** What arms without an evolved grader need of it. */
const nothing: RoundMaterial = { dev: [], train: [], locked: async () => [] };

/** What the rounds of a grader phase are handed. The arm's name is among the words that every random choice starts from. */
export function graderContext(bench: ArmBench, train: readonly PreparedItem[]): RoundContext {
  const { parts, calls, runner, material } = bench;
  const { arm, family, seed, evolution } = parts;
  return {
    family,
    roles: calls.roles,
    runner,
    settings: { ...evolution, guards: arm.grader },
    seed: [arm.name, family.name, seed],
    dev: material.dev,
    train,
    locked: material.locked,
  };
}

/** What the rounds of a skill phase are handed: the grader as it stands is fixed for the phase. */
export function skillContext(bench: ArmBench, { evolution }: Pick<ArmState, 'evolution'>): SkillContext {
  const { parts, calls, runner } = bench;
  const { arm, family, pack, seed, skills, grading } = parts;
  return {
    family,
    roles: calls.roles,
    grading,
    settings: { ...skills, guards: arm.skills, abstainInTraining: arm.abstainInTraining },
    seed: [arm.name, family.name, seed],
    train: pack.train.map(({ task }) => task),
    test: pack.test.map(({ task }) => task),
    untouched: pack.untouched.map(({ task }) => task),
    grade: trainingGrader({
      kind: arm.trainingGrader,
      family,
      seedOps: family.seedOps,
      grading,
      runner,
      evolved: { expression: evolution.incumbent, pool: evolution.pool.map(({ spec }) => spec) },
    }),
  };
}

/** Freezes an object and all that it holds, so that no loop can change what it is measured by. */
function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}
