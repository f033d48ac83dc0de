import { PawlError } from '../errors.js';
import type { PhaseKind, TrainingGraderKind } from './arm.js';

/** One grader phase and the skill phase after it, in rounds. */
export interface SchedulePhase {
  readonly grader: number;
  readonly skill: number;
}

/** One phase of an arm. `index` counts grader and skill phases of the schedule alike, so arms that skip some agree on it. */
export interface ArmPhase {
  readonly index: number;
  readonly kind: PhaseKind;
  readonly rounds: number;
}

/** The paper's schedule: grader phases of 15, 8, 5 and 2 rounds, each before a skill phase of 25. */
export const paperSchedule: readonly SchedulePhase[] = [
  { grader: 15, skill: 25 },
  { grader: 8, skill: 25 },
  { grader: 5, skill: 25 },
  { grader: 2, skill: 25 },
];

const mostRounds = 100_000;

/**
 * The phases that an arm goes through, in order: arms that evolve no grader have skill phases alone.
 *
 * @throws PawlError `usage` for an impossible schedule
 * @example
 * phasesOf('evolved', [{ grader: 2, skill: 3 }]).map(({ kind }) => kind) // ['grader', 'skill']
 */
export function phasesOf(
  grader: TrainingGraderKind,
  schedule: readonly SchedulePhase[],
): readonly ArmPhase[] {
  checkSchedule(schedule);
  return schedule.flatMap(({ grader: graderRounds, skill }, phase): ArmPhase[] => [
    ...(grader === 'evolved' && graderRounds > 0
      ? [{ index: 2 * phase, kind: 'grader', rounds: graderRounds } as const]
      : []),
    { index: 2 * phase + 1, kind: 'skill', rounds: skill },
  ]);
}

/**
 * The paper's schedule shortened or stretched to a number of skill rounds: four skill phases as equal as they can be (fewer
 * than four rounds: one phase a round), before each of them grader rounds in the paper's proportion, at least one.
 *
 * @throws PawlError `usage` for no or too many rounds
 * @example
 * scaledSchedule(8) // [{ grader: 1, skill: 2 }, { grader: 1, skill: 2 }, { grader: 1, skill: 2 }, { grader: 1, skill: 2 }]
 */
export function scaledSchedule(skillRounds: number): readonly SchedulePhase[] {
  if (!Number.isInteger(skillRounds) || skillRounds < 1 || skillRounds > mostRounds)
    throw impossible(`${skillRounds} skill rounds`);
  const paperRounds = paperSchedule.reduce((sum, { skill }) => sum + skill, 0);
  const phases = Math.min(paperSchedule.length, skillRounds);
  return paperSchedule.slice(0, phases).map(({ grader }, phase) => ({
    grader: Math.max(1, Math.round((grader * skillRounds) / paperRounds)),
    skill: Math.floor(((phase + 1) * skillRounds) / phases) - Math.floor((phase * skillRounds) / phases),
  }));
}

/**
 * Reads a schedule as `grader:skill` pairs.
 *
 * @throws PawlError `usage` for anything else
 * @example
 * parseSchedule('15:25,8:25,5:25,2:25') // the paper's
 */
export function parseSchedule(text: string): readonly SchedulePhase[] {
  const schedule = text.split(',').map((part) => {
    const match = /^\s*(\d+):(\d+)\s*$/.exec(part);
    if (match === null)
      throw new PawlError('usage', `schedule '${text}': '${part.trim()}' is no pair of rounds`, {
        hint: "write grader:skill pairs, e.g. '15:25,8:25,5:25,2:25'",
      });
    return { grader: Number(match[1]), skill: Number(match[2]) };
  });
  checkSchedule(schedule);
  return schedule;
}

/**
 * Refuses schedules that no arm can follow.
 *
 * @throws PawlError `usage` naming the phase and what is wrong with it
 */
export function checkSchedule(schedule: readonly SchedulePhase[]): void {
  if (schedule.length === 0) throw impossible('no phase');
  for (const [index, { grader, skill }] of schedule.entries()) {
    const phase = `phase ${index + 1} (${grader}:${skill})`;
    for (const [kind, rounds] of [
      ['grader', grader],
      ['skill', skill],
    ] as const) {
      if (!Number.isInteger(rounds) || rounds < 0 || rounds > mostRounds)
        throw impossible(`${phase}: ${rounds} ${kind} rounds`);
    }
    if (skill === 0) throw impossible(`${phase}: a phase without skill rounds trains nothing`);
    if (index === 0 && grader === 0)
      throw impossible(
        `${phase}: nothing would grade the first skill phase of an arm that evolves its grader`,
      );
  }
}

function impossible(what: string): PawlError {
  return new PawlError('usage', `an impossible schedule: ${what}`, {
    hint: "a schedule is 'grader:skill' pairs of rounds, e.g. '15:25,8:25,5:25,2:25' (the paper's)",
  });
}
