import { armNamed, type Arm } from '../../arms/arm.js';
import { allGuards } from '../../evolution/guards.js';
import { defaultSettings, type EvolutionSettings } from '../../evolution/settings.js';
import type { Family } from '../../families/family.js';
import { taskHash } from '../../grader/item.js';
import { contentHash } from '../../hash.js';
import type { Json, JsonObject } from '../../json.js';
import { ratchetSettings, type SkillSettings } from '../../skills/settings.js';
import type { CellKey } from '../../store/cells.js';
import { version } from '../../version.js';
import { cellKey } from '../cell-config.js';
import { defaultRequest, type EvolveRequest } from '../evolve-request.js';
import type { World } from '../world.js';
import type { CellSpec } from './request.js';

type ArmSpec = Extract<CellSpec, { kind: 'arm' }>;

/** The arm with the guards that a cell changes. */
export function armOf({ arm: name, options }: ArmSpec): Arm {
  const arm = armNamed(name);
  const guards = options.guards;
  const only = <Guards extends object>(own: Guards): Guards =>
    Object.fromEntries(
      Object.entries(own).map(([guard, on]) => [guard, guards[guard as keyof typeof guards] ?? on]),
    ) as Guards;
  return { ...arm, grader: only(arm.grader), skills: only(arm.skills) };
}

/** The numbers of grader evolution in an arm. */
export function evolutionSettings(
  family: Pick<Family, 'consensusWeight'>,
): Omit<EvolutionSettings, 'guards'> {
  return { ...defaultSettings, consensusWeight: family.consensusWeight };
}

/** The settings of the skill loop in a cell; guards and the meaning of ABSTAIN come with the arm. */
export function skillSettings({
  options: { repair, capsuleRule, injection },
}: ArmSpec): Omit<SkillSettings, 'guards' | 'abstainInTraining'> {
  const { guards: _, abstainInTraining: __, ...settings } = ratchetSettings;
  return { ...settings, repair, capsuleRule, injection };
}

/** What an evolution cell of a run asks for: the same as `pawl evolve`, so that both share their cells. */
export function evolveRequestOf(spec: Extract<CellSpec, { kind: 'evolution' }>): EvolveRequest {
  return {
    ...defaultRequest,
    family: spec.family,
    seeds: [spec.seed],
    rounds: spec.rounds,
    guards: allGuards,
  };
}

/**
 * The identity of a cell: everything that its rounds depend on. The schedule is part of it, since what a round does depends on
 * the phases before; paths, the store and the number of jobs are not.
 */
export function keyOf(spec: CellSpec, world: World): CellKey {
  if (spec.kind === 'evolution') return cellKey(evolveRequestOf(spec), world, spec.seed);
  const { family, roles, grading } = world;
  const arm = armOf(spec);
  const config = {
    pawl: version,
    family: family.version,
    tasks: contentHash(family.tasks.map(taskHash)),
    roles: roles.identity,
    engines: grading.engines,
    schedule: spec.schedule,
    trainingGrader: arm.trainingGrader,
    evolution: { ...evolutionSettings(family), guards: arm.grader },
    skills: { ...skillSettings(spec), guards: arm.skills, abstainInTraining: arm.abstainInTraining },
    withoutNarrowOps: spec.options.withoutNarrowOps,
    fork: spec.fork,
  };
  return { family: family.name, arm: spec.arm, seed: spec.seed, config: plain(config) as JsonObject };
}

function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
