import { armNamed, arms, type ArmName } from '../../arms/arm.js';
import { checkSchedule, phasesOf, type ArmPhase, type SchedulePhase } from '../../arms/schedule.js';
import { PawlError } from '../../errors.js';
import type { GraderGuards } from '../../evolution/guards.js';
import type { Json } from '../../json.js';
import type { CapsuleRule, Repair, SkillGuards } from '../../skills/settings.js';
import { familyNames } from '../family-names.js';
import type { ModelRequest } from '../model-request.js';

/** What of an arm's cells is not given by the arm, the family and the seed. */
export interface ArmOptions {
  readonly repair: Repair;
  readonly capsuleRule: CapsuleRule;
  /** False: skills are written and never put into a prompt. */
  readonly injection: boolean;
  /** Seed ops that speak on few train outputs are left out of the bank. */
  readonly withoutNarrowOps: boolean;
  /** Guards that differ from the arm's. */
  readonly guards: Partial<GraderGuards & SkillGuards>;
}

/** A stored round of another cell that a cell begins with. */
export interface ForkPoint {
  /** Content hash of the config of the cell that it comes from, and its arm. */
  readonly from: string;
  readonly arm: string;
  /** Rounds that are taken over, by phase: pairs of phase and count. */
  readonly rounds: readonly (readonly [phase: number, count: number])[];
}

/** One unit of work: grader evolution alone, or an arm, of one family and seed. */
export type CellSpec =
  | {
      readonly kind: 'evolution';
      readonly family: string;
      readonly seed: number;
      readonly rounds: number;
      /** Replay anchor sizes over its candidates in the end. */
      readonly replay: boolean;
    }
  | {
      readonly kind: 'arm';
      readonly family: string;
      readonly arm: ArmName;
      readonly seed: number;
      readonly schedule: readonly SchedulePhase[];
      readonly options: ArmOptions;
      readonly fork: ForkPoint | null;
    };

/** What `pawl reproduce`, `pawl run` and their like were asked to do: stored with the run, enough to ask it again. */
export interface ArmsRequest {
  readonly families: readonly string[];
  readonly arms: readonly ArmName[];
  readonly seeds: readonly number[];
  readonly schedule: readonly SchedulePhase[];
  /** Rounds of grader evolution alone; 0 = it is left out. */
  readonly evolutionRounds: number;
  /** Arms that the report family runs once more without the repair. */
  readonly unrepaired: readonly ArmName[];
  /** The arm that the repair's factorial is run on; null = it is left out. */
  readonly episode: ArmName | null;
  /** Replay anchor sizes over the candidates of the first seed's evolution. */
  readonly replay: boolean;
  readonly options: ArmOptions;
  readonly fork: ForkPoint | null;
  /** Cells that are worked on at a time: changes no result. */
  readonly jobs: number;
  /** How real models are asked; null or left out = simulated roles. */
  readonly models?: ModelRequest | null;
}

/** The repair as in the main tables. */
export const repairOn: Repair = { gate: true, hints: true, scope: 'metric-discipline' };

/** Before the repair. Where hints are not rewritten the scope of their rewrite means nothing. */
export const repairOff: Repair = { gate: false, hints: false, scope: 'metric-discipline' };

/** The settings of the main tables. */
export const mainOptions: ArmOptions = {
  repair: repairOn,
  capsuleRule: 'all-attempts',
  injection: true,
  withoutNarrowOps: false,
  guards: {},
};

/** The arms of the main job. */
export const mainArms: readonly ArmName[] = ['frozen', 'reference', 'co', 'naive', 'no-lifecycle'];

/** The cells of the repair's factorial that differ: the scope counts only where hints are rewritten. */
export const factorial: readonly Repair[] = [
  repairOff,
  { gate: true, hints: false, scope: 'metric-discipline' },
  { gate: false, hints: true, scope: 'gate-failures' },
  { gate: false, hints: true, scope: 'metric-discipline' },
  { gate: true, hints: true, scope: 'gate-failures' },
  repairOn,
];

/**
 * The cells of a request, each once, in the order in which they are printed.
 *
 * @throws PawlError `usage` for an impossible schedule or nothing to do
 */
export function specsOf(request: ArmsRequest): readonly CellSpec[] {
  const { families, arms: wanted, seeds, schedule, evolutionRounds, unrepaired, episode, options } = request;
  checkSchedule(schedule);
  const armSpec = (family: string, arm: ArmName, seed: number, repair: Repair): CellSpec => ({
    kind: 'arm',
    family,
    arm,
    seed,
    schedule,
    options: { ...options, repair: family === 'report' ? repair : repairOn },
    fork: request.fork,
  });
  const specs = families.flatMap((family) => [
    ...(evolutionRounds > 0
      ? seeds.map((seed, index): CellSpec => ({
          kind: 'evolution',
          family,
          seed,
          rounds: evolutionRounds,
          replay: request.replay && index === 0,
        }))
      : []),
    ...wanted.flatMap((arm) => seeds.map((seed) => armSpec(family, arm, seed, options.repair))),
    ...(family === 'report'
      ? [
          ...unrepaired.flatMap((arm) => seeds.map((seed) => armSpec(family, arm, seed, repairOff))),
          ...(episode === null
            ? []
            : factorial.flatMap((repair) => seeds.map((seed) => armSpec(family, episode, seed, repair)))),
        ]
      : []),
  ]);
  const known = new Set<string>();
  const each = specs.filter((spec) => {
    const text = JSON.stringify(spec);
    return !known.has(text) && known.add(text);
  });
  if (each.length === 0) throw new PawlError('usage', 'nothing to run', { hint: 'name an arm with --arms' });
  return each;
}

/** The phases of a cell in order; grader evolution alone is one. */
export function phasesOfSpec(spec: CellSpec): readonly ArmPhase[] {
  return spec.kind === 'evolution'
    ? [{ index: 0, kind: 'grader', rounds: spec.rounds }]
    : phasesOf(armNamed(spec.arm).trainingGrader, spec.schedule);
}

/** Rounds of a cell, those of all phases together. */
export function roundsOf(spec: CellSpec): number {
  return phasesOfSpec(spec).reduce((sum, { rounds }) => sum + rounds, 0);
}

/** The families and arms in the order in which they are printed, whatever order they were asked for in. */
export function inOrder(
  families: readonly string[],
  wanted: readonly ArmName[],
): { readonly families: readonly string[]; readonly arms: readonly ArmName[] } {
  return {
    families: familyNames.filter((name) => families.includes(name)),
    arms: arms.map(({ name }) => name).filter((name) => wanted.includes(name)),
  };
}

/** A request as stored in a run. It was written by this module, so its shape is not checked again. */
export function armsRequestFromJson(json: Json): ArmsRequest {
  return json as unknown as ArmsRequest;
}

/** A request as JSON for the store. */
export function armsRequestAsJson(request: ArmsRequest): Json {
  return JSON.parse(JSON.stringify(request)) as Json;
}
