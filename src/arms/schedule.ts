/** One grader phase and the skill phase after it, in rounds. */
export interface SchedulePhase {
  readonly grader: number;
  readonly skill: number;
}

/** The paper's schedule: grader phases of 15, 8, 5 and 2 rounds, each before a skill phase of 25. */
export const paperSchedule: readonly SchedulePhase[] = [
  { grader: 15, skill: 25 },
  { grader: 8, skill: 25 },
  { grader: 5, skill: 25 },
  { grader: 2, skill: 25 },
];
