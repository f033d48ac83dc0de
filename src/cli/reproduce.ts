import { Option, type Command } from 'commander';
import type { ArmName } from '../arms/arm.js';
import type { ArmsRequest } from '../jobs/arms/request.js';
import { familyNames } from '../jobs/family-names.js';
import {
  armList,
  familyList,
  paperSeeds,
  scheduleOf,
  withArmsOptions,
  withSettingOptions,
  type ArmsOptions,
  type SettingOptions,
} from './arm-options.js';
import { modelRequestOf, withModelOptions, type ModelOptions } from './model-options.js';

interface ReproduceOptions extends ArmsOptions, SettingOptions, ModelOptions {
  readonly quick?: true;
  readonly family?: readonly string[];
  readonly arms?: readonly ArmName[];
}

/** Rounds of `--quick`: enough to see every step, too few to conclude anything. */
const quickRounds = 8;

/** `pawl reproduce`: the whole paper, offline. */
export function addReproduceCommand(program: Command): void {
  const command = program
    .command('reproduce')
    .description(
      'run the whole paper: grader evolution alone, every arm, and the report family without its repair',
    )
    .option('--quick', `one seed and ${quickRounds} rounds: to see that everything works`)
    .addOption(
      new Option('--family <list>', `families (default: ${familyNames.join(',')})`).argParser(familyList),
    )
    .addOption(
      new Option('--arms <list>', 'arms (default: frozen,reference,co,naive,no-lifecycle)').argParser(
        armList('--arms'),
      ),
    );
  withModelOptions(withSettingOptions(withArmsOptions(command)))
    .addHelpText(
      'after',
      `
Examples:
  $ pawl reproduce --quick                       one seed, few rounds
  $ pawl reproduce                               three families, five arms, three seeds, 100 rounds
  $ pawl reproduce --family report --arms reference,co --seeds 42
  $ pawl reproduce --no-narrow-ops --store /tmp/without   is the collapse a property of the bank?
  $ pawl reproduce --json > result.json

Roles are simulated stand-ins unless --roles model is given. Ctrl-C saves every finished round and names the command that continues.`,
    )
    .action(async (options: ReproduceOptions) => {
      const { runArms } = await import('./run-arms.js');
      const { startArms } = await import('../jobs/arms/run.js');
      const request = await requestOf(options);
      await runArms({
        request: () => request,
        store: options.store,
        json: options.json ?? false,
        models: modelRequestOf(options),
        command: `pawl reproduce${options.quick === true ? ' --quick' : ''}`,
        work: (asked, environment) => startArms('reproduce', asked, environment),
      });
    });
}

async function requestOf(options: ReproduceOptions): Promise<ArmsRequest> {
  const { inOrder, mainArms, mainOptions } = await import('../jobs/arms/request.js');
  const rounds =
    options.rounds ?? (options.quick === true && options.schedule === undefined ? quickRounds : undefined);
  const schedule = scheduleOf({
    ...(options.schedule === undefined ? {} : { schedule: options.schedule }),
    ...(rounds === undefined ? {} : { rounds }),
  });
  const { families, arms } = inOrder(options.family ?? familyNames, options.arms ?? mainArms);
  const skillRounds = schedule.reduce((sum, { skill }) => sum + skill, 0);
  return {
    families,
    arms,
    seeds: options.seeds ?? (options.quick === true ? paperSeeds.slice(0, 1) : paperSeeds),
    schedule,
    evolutionRounds: skillRounds,
    unrepaired: arms.filter((arm) => arm === 'reference' || arm === 'co' || arm === 'naive'),
    episode: null,
    replay: true,
    options: {
      ...mainOptions,
      capsuleRule: options.capsules ?? mainOptions.capsuleRule,
      injection: options.injection,
      withoutNarrowOps: !options.narrowOps,
    },
    fork: null,
    jobs: options.jobs,
  };
}
