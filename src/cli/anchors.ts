import { Option, type Command } from 'commander';
import type { ArmsRequest } from '../jobs/arms/request.js';
import { familyNames } from '../jobs/family-names.js';
import { familyList, scheduleOf, withArmsOptions, type ArmsOptions } from './arm-options.js';
import { modelRequestOf, withModelOptions, type ModelOptions } from './model-options.js';

/** The run that is replayed when no seeds are given. */
const replayedSeeds: readonly number[] = [42];

/** `pawl anchors`: how many anchors it takes. */
export function addAnchorsCommand(program: Command): void {
  const command = program
    .command('anchors')
    .description(
      'replay 4, 6, 8 and 10 anchors over the stored candidates of grader evolution alone (run first where missing)',
    )
    .addOption(
      new Option('--family <list>', `families (default: ${familyNames.join(',')})`).argParser(familyList),
    );
  withModelOptions(withArmsOptions(command))
    .addHelpText(
      'after',
      `
Examples:
  $ pawl anchors                        200 subsamples a size, three families, one seed
  $ pawl anchors --family report --rounds 30

Both ways: subsets of the same ten anchors, as the paper does it, and anchors drawn afresh.`,
    )
    .action(async (options: ModelOptions & ArmsOptions & { readonly family?: readonly string[] }) => {
      const [{ runArms }, { startArms }, { inOrder, mainOptions }] = await Promise.all([
        import('./run-arms.js'),
        import('../jobs/arms/run.js'),
        import('../jobs/arms/request.js'),
      ]);
      const schedule = scheduleOf(options);
      const request: ArmsRequest = {
        ...inOrder(options.family ?? familyNames, []),
        seeds: options.seeds ?? replayedSeeds,
        schedule,
        evolutionRounds: schedule.reduce((sum, { skill }) => sum + skill, 0),
        unrepaired: [],
        episode: null,
        replay: true,
        options: mainOptions,
        fork: null,
        jobs: options.jobs,
      };
      await runArms({
        request: () => request,
        store: options.store,
        json: options.json ?? false,
        models: modelRequestOf(options),
        command: 'pawl anchors',
        work: (asked, environment) => startArms('anchors', asked, environment),
      });
    });
}
