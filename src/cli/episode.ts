import { Option, type Command } from 'commander';
import type { ArmName } from '../arms/arm.js';
import { armNamed } from '../arms/arm.js';
import type { ArmsRequest } from '../jobs/arms/request.js';
import { paperSeeds, scheduleOf, withArmsOptions, type ArmsOptions } from './arm-options.js';
import { modelRequestOf, withModelOptions, type ModelOptions } from './model-options.js';

/** `pawl episode`: the repair of the report family, taken apart. */
export function addEpisodeCommand(program: Command): void {
  const command = program
    .command('episode')
    .description(
      "run the repair of the report family as a full factorial: the gate, rewritten hints, the hints' scope",
    )
    .addOption(
      new Option('--arm <arm>', 'the arm that it is run on')
        .argParser((name): ArmName => armNamed(name).name)
        .default('co'),
    );
  withModelOptions(withArmsOptions(command))
    .addHelpText(
      'after',
      `
Examples:
  $ pawl episode
  $ pawl episode --arm reference --seeds 42 --rounds 40

Every cell is run, not only the paper's diagonal; where hints are not rewritten their scope means nothing.`,
    )
    .action(async (options: ModelOptions & ArmsOptions & { readonly arm: ArmName }) => {
      const [{ runArms }, { startArms }, { mainOptions }] = await Promise.all([
        import('./run-arms.js'),
        import('../jobs/arms/run.js'),
        import('../jobs/arms/request.js'),
      ]);
      const request: ArmsRequest = {
        families: ['report'],
        arms: [],
        seeds: options.seeds ?? paperSeeds,
        schedule: scheduleOf(options),
        evolutionRounds: 0,
        unrepaired: [],
        episode: options.arm,
        replay: false,
        options: mainOptions,
        fork: null,
        jobs: options.jobs,
      };
      await runArms({
        request: () => request,
        store: options.store,
        json: options.json ?? false,
        models: modelRequestOf(options),
        command: 'pawl episode',
        work: (asked, environment) => startArms('episode', asked, environment),
      });
    });
}
