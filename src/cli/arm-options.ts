import { availableParallelism } from 'node:os';
import { Option, type Command } from 'commander';
import { armNamed, type ArmName } from '../arms/arm.js';
import { parseGuardChanges } from '../arms/guards.js';
import { parseSchedule, paperSchedule, scaledSchedule, type SchedulePhase } from '../arms/schedule.js';
import { PawlError } from '../errors.js';
import { familyNamed } from '../jobs/family-names.js';
import type { CapsuleRule } from '../skills/settings.js';
import { jsonOption, seedList, storeOption, wholeNumber } from './options.js';

/** Options that every command over arms has. */
export interface ArmsOptions {
  readonly seeds?: readonly number[];
  readonly rounds?: number;
  readonly schedule?: readonly SchedulePhase[];
  readonly jobs: number;
  readonly store: string;
  readonly json?: true;
}

/** The paper's seeds. */
export const paperSeeds: readonly number[] = [42, 7, 13];

/** Adds the options of {@link ArmsOptions}. */
export function withArmsOptions(command: Command): Command {
  return command
    .addOption(new Option('--seeds <list>', 'seeds of the loop (default: 42,7,13)').argParser(seedList))
    .option('--rounds <n>', 'skill rounds of each cell (default: 100)', wholeNumber('--rounds', 1, 100_000))
    .addOption(
      new Option(
        '--schedule <pairs>',
        "grader:skill rounds of each phase, e.g. '15:25,8:25,5:25,2:25' (the paper's)",
      )
        .argParser(parseSchedule)
        .conflicts('rounds'),
    )
    .option(
      '--jobs <n>',
      'cells at a time, each in a process of its own (changes no result)',
      wholeNumber('--jobs', 1, 64),
      availableParallelism(),
    )
    .addOption(storeOption())
    .addOption(jsonOption());
}

/** Options that change what arms run with. */
export interface SettingOptions {
  readonly capsules?: CapsuleRule;
  readonly injection: boolean;
  readonly narrowOps: boolean;
}

/** Adds the options of {@link SettingOptions}. */
export function withSettingOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--capsules <rule>', 'which train attempts become capsules (default: all-attempts)').choices(
        ['all-attempts', 'failed-only'],
      ),
    )
    .option('--no-injection', 'write skills and never put one into a prompt')
    .option('--no-narrow-ops', 'leave seed ops out of the bank that speak on few train outputs');
}

/** The schedule that was asked for; the paper's when nothing was said. */
export function scheduleOf({
  rounds,
  schedule,
}: Pick<ArmsOptions, 'rounds' | 'schedule'>): readonly SchedulePhase[] {
  return schedule ?? (rounds === undefined ? paperSchedule : scaledSchedule(rounds));
}

/**
 * Reads a list of names.
 *
 * @throws PawlError `usage` for an unknown name, with the nearest known one, and for one given twice
 */
function nameList<Name extends string>(
  option: string,
  named: (name: string) => Name,
): (text: string) => readonly Name[] {
  return (text) => {
    const names = text.split(',').map((part) => named(part.trim()));
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new PawlError('usage', `${option}: ${twice} is given twice`);
    return names;
  };
}

/** `--arms` and `--arm`. */
export function armList(option: string): (text: string) => readonly ArmName[] {
  return nameList(option, (name) => armNamed(name).name);
}

/** `--family`. */
export const familyList: (text: string) => readonly string[] = nameList('--family', familyNamed);

/** `--guards` of arms. */
export function guardsOption(): Option {
  return new Option(
    '--guards <list>',
    "guards that differ from the arm's, e.g. 'no-rollback,no-fail-closed'",
  ).argParser(parseGuardChanges);
}
