import { Option, type Command } from 'commander';
import type { ArmName } from '../arms/arm.js';
import type { GuardChanges } from '../arms/guards.js';
import { PawlError } from '../errors.js';
import type { ForkAt } from '../jobs/arms/fork.js';
import type { ArmOptions, ArmsRequest } from '../jobs/arms/request.js';
import { familyNames } from '../jobs/family-names.js';
import type { Repair } from '../skills/settings.js';
import type { Store } from '../store/store.js';
import {
  armList,
  familyList,
  guardsOption,
  paperSeeds,
  scheduleOf,
  withArmsOptions,
  withSettingOptions,
  type ArmsOptions,
  type SettingOptions,
} from './arm-options.js';
import { modelRequestOf, withModelOptions, type ModelOptions } from './model-options.js';

interface RunOptions extends ArmsOptions, SettingOptions, ModelOptions {
  readonly family?: readonly string[];
  readonly arm?: readonly ArmName[];
  readonly guards?: GuardChanges;
  readonly repair?: 'on' | 'off';
  readonly fork?: string;
}

/** `pawl run`: some arms, or a fork of a stored run with another setting. */
export function addRunCommand(program: Command): void {
  const command = program
    .command('run')
    .description('run arms of families, or fork a stored run at a round with another setting')
    .addOption(new Option('--family <list>', `families: ${familyNames.join(', ')}`).argParser(familyList))
    .addOption(
      new Option(
        '--arm <list>',
        'arms: frozen, reference, co, naive, naive-anchors, naive-rollback, no-fail-closed, no-validity-gate, no-lifecycle, hand-seed, judge-only, unmanaged',
      ).argParser(armList('--arm')),
    )
    .addOption(guardsOption())
    .addOption(new Option('--repair <state>', 'report: gate and rewritten hints').choices(['on', 'off']))
    .option('--fork <run@round>', 'go on from a stored run after so many skill rounds, e.g. r3@50');
  withModelOptions(withSettingOptions(withArmsOptions(command)))
    .addHelpText(
      'after',
      `
Examples:
  $ pawl run --family report --arm co,naive --seeds 42
  $ pawl run --family code --arm naive,naive-anchors,naive-rollback,no-fail-closed,no-validity-gate
  $ pawl run --family code --arm naive --no-narrow-ops    the narrow ops out of the bank
  $ pawl run --family code --arm co --no-injection        unplugged: skills are written, never used
  $ pawl run --fork r3@50 --guards no-rollback            the same fifty rounds, then without rollback`,
    )
    .action(async (options: RunOptions) => {
      const [{ runArms }, { startArms }, request] = await Promise.all([
        import('./run-arms.js'),
        import('../jobs/arms/run.js'),
        options.fork === undefined ? requestOf(options) : forkOf(options, options.fork),
      ]);
      await runArms({
        request,
        store: options.store,
        json: options.json ?? false,
        models: modelRequestOf(options),
        command: 'pawl run',
        work: (asked, environment) => startArms('run', asked, environment),
      });
    });
}

/** Reads everything that can be wrong before a store is opened. */
async function requestOf(options: RunOptions): Promise<(store: Store) => ArmsRequest> {
  const { inOrder, mainOptions } = await import('../jobs/arms/request.js');
  const { family, arm } = options;
  if (family === undefined || arm === undefined)
    throw new PawlError('usage', `pawl run needs ${family === undefined ? '--family' : '--arm'}`, {
      hint: "e.g. pawl run --family report --arm co; 'pawl reproduce' runs everything",
    });
  const request: ArmsRequest = {
    ...inOrder(family, arm),
    seeds: options.seeds ?? paperSeeds,
    schedule: scheduleOf(options),
    evolutionRounds: 0,
    unrepaired: [],
    episode: null,
    replay: false,
    options: changed(mainOptions, options, await import('../jobs/arms/request.js')),
    fork: null,
    jobs: options.jobs,
  };
  return () => request;
}

async function forkOf(options: RunOptions, text: string): Promise<(store: Store) => ArmsRequest> {
  const [{ findFork, parseFork }, repairs] = await Promise.all([
    import('../jobs/arms/fork.js'),
    import('../jobs/arms/request.js'),
  ]);
  const at: ForkAt = parseFork(text);
  if (options.rounds !== undefined || options.schedule !== undefined)
    throw new PawlError('usage', 'a fork keeps the schedule of its run', {
      hint: 'leave --rounds and --schedule out',
    });
  return (store) => {
    const { specs, fork } = findFork(store, at, { families: options.family, arms: options.arm });
    const [first] = specs;
    if (first === undefined) throw new RangeError('a fork of nothing');
    const seeds = specs.map(({ seed }) => seed);
    const missing = options.seeds?.find((seed) => !seeds.includes(seed));
    if (missing !== undefined)
      throw new PawlError('usage', `--fork: seed ${missing} is not in ${at.run}`, {
        hint: `its seeds are ${seeds.join(', ')}`,
      });
    return {
      families: [first.family],
      arms: [first.arm],
      seeds: options.seeds ?? seeds,
      schedule: first.schedule,
      evolutionRounds: 0,
      unrepaired: [],
      episode: null,
      replay: false,
      options: changed(first.options, options, repairs),
      fork,
      jobs: options.jobs,
    };
  };
}

function changed(
  before: ArmOptions,
  { capsules, injection, narrowOps, guards, repair }: RunOptions,
  { repairOn, repairOff }: Readonly<Record<'repairOn' | 'repairOff', Repair>>,
): ArmOptions {
  return {
    repair: repair === undefined ? before.repair : repair === 'on' ? repairOn : repairOff,
    capsuleRule: capsules ?? before.capsuleRule,
    injection: injection && before.injection,
    withoutNarrowOps: !narrowOps || before.withoutNarrowOps,
    guards: { ...before.guards, ...guards },
  };
}
