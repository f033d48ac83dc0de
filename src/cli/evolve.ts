import { Option, type Command } from 'commander';
import { parseGuards } from '../evolution/guards.js';
import { defaultRequest, type EvolveRequest } from '../jobs/evolve-request.js';
import { familyNames, familyOrFolder } from '../jobs/family-names.js';
import { modelRequestOf, withModelOptions, type ModelOptions } from './model-options.js';
import { absolute, jsonOption, positiveNumber, seedList, storeOption, wholeNumber } from './options.js';

interface EvolveOptions extends ModelOptions {
  readonly tasks?: string;
  readonly gold?: string;
  readonly database?: string;
  readonly ops?: string;
  readonly seeds: readonly number[];
  readonly rounds: number;
  readonly w?: number;
  readonly lambda: number;
  readonly guards?: string;
  readonly resampleAnchors?: true;
  readonly store: string;
  readonly jobs: number;
  readonly json?: true;
}

/** `pawl evolve <family>`: grows one grader a seed. */
export function addEvolveCommand(program: Command): void {
  withModelOptions(program.command('evolve'))
    .description('grow graders of a family against ten anchors, and audit them on locked items')
    .argument('<family>', `a built-in family (${familyNames.join(', ')}) or the folder of your own`)
    .option(
      '--tasks <file>',
      'a file of tasks instead of the embedded ones (code: MBPP+, sanitized MBPP, MBPP, .gz too; sql: Spider 2.0-Snow)',
    )
    .option('--gold <dir>', 'sql: the gold material of --tasks (evaluation metadata, results, queries)')
    .option('--database <file>', 'sql: the DuckDB file that the queries of --tasks run on')
    .option('--ops <dir>', 'start with the detectors (.py, .md) of this folder too')
    .addOption(
      new Option('--seeds <list>', 'seeds of the loop')
        .argParser(seedList)
        .default(defaultRequest.seeds, defaultRequest.seeds.join(',')),
    )
    .option('--rounds <n>', 'rounds of each seed', wholeNumber('--rounds', 1, 100_000), defaultRequest.rounds)
    .option('--w <number>', "exponent of train agreement (default: the family's)", positiveNumber('--w'))
    .option(
      '--lambda <number>',
      'factor of the complexity penalty',
      positiveNumber('--lambda'),
      defaultRequest.lambda,
    )
    .option('--guards <list>', "guards to switch off, e.g. 'no-fail-closed,no-validity-gate'")
    .option('--resample-anchors', 'draw splits and anchors anew for each seed')
    .addOption(storeOption())
    .option(
      '--jobs <n>',
      'sandbox children, and seeds at a time',
      wholeNumber('--jobs', 1, 64),
      defaultRequest.jobs,
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl evolve code
  $ pawl evolve code --seeds 42 --rounds 10 --store /tmp/try
  $ pawl evolve code --tasks MbppPlus-v0.2.0.jsonl.gz --seeds 42
  $ pawl evolve code --guards no-fail-closed,no-validity-gate
  $ pawl evolve code --json > result.json
  $ pawl evolve report --roles model --max-cost 5 --seeds 42 --rounds 10
  $ pawl evolve ./mine                     a family of your own ('pawl family init mine' makes one)

Ctrl-C saves every finished round and names the command that continues.`,
    )
    .action(async (family: string, options: EvolveOptions) => {
      const request: EvolveRequest = {
        family: familyOrFolder(family),
        tasks: options.tasks === undefined ? null : absolute(options.tasks),
        ...(options.gold === undefined ? {} : { gold: absolute(options.gold) }),
        ...(options.database === undefined ? {} : { database: absolute(options.database) }),
        ops: options.ops === undefined ? null : absolute(options.ops),
        seeds: options.seeds,
        rounds: options.rounds,
        consensusWeight: options.w ?? null,
        lambda: options.lambda,
        guards: parseGuards(options.guards ?? ''),
        resampleAnchors: options.resampleAnchors ?? false,
        jobs: options.jobs,
        models: modelRequestOf(options),
      };
      const { runEvolve } = await import('./run-evolve.js');
      const { startEvolve } = await import('../jobs/evolve-run.js');
      await runEvolve({
        request,
        store: options.store,
        json: options.json ?? false,
        command: `pawl evolve ${family}`,
        work: (environment) => startEvolve(request, environment),
      });
    });
}
